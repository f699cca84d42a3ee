import { prose, type SeedPackage } from './seed-package.ts'

export const onlineStore: SeedPackage = {
  slug: 'online-store',
  name: 'Online Store',
  category: 'Web Development',
  description: prose(`
    A shop with up to 100 products, card payments, shipping and tax rules, ready to take its first order
    on launch day.
  `),
  longDescription: prose(`
    A store is a promise: what is shown is in stock, what is paid arrives, and the total at the end is the
    total. We build that first and the decoration second. You choose between WooCommerce and Shopify; we
    explain the difference for your case in one page, with costs over three years.

    We design the home, category, product and checkout pages, load up to 100 products from your
    spreadsheet, and set up card payments, shipping zones, taxes for up to three countries, order mails
    and stock levels. Checkout works without an account and takes under a minute on a phone. We test it
    with real payments and real refunds.

    You learn to run the shop in two sessions: one on products and stock, one on orders, refunds and
    reports. We stay close for the first week of selling, and the 30-day warranty covers the whole store.
  `),
  priceCents: 249_000,
  deliveryDays: 20,
  imageUrl: '/illustrations/e-commerce.svg',
  features: [
    'Up to 100 products loaded for you',
    'Card payments, tested with refunds',
    'Checkout in under a minute on a phone',
    'Shipping zones and taxes for three countries',
    'Stock levels with low-stock alerts',
    'Order, shipping and refund e-mails',
    'Product data ready for search and shopping results',
    'Two training sessions',
  ],
  whatYouGet: [
    'Designed home, category, product and checkout pages',
    'Your products imported with pictures resized',
    'Payment, shipping and tax set up and tested',
    'Discount codes and abandoned-cart mail',
    'Sales report your accountant can import',
    'Two training sessions, recorded',
    'Close support in the first week of selling',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'Product texts and photography',
    'Platform, payment and hosting fees',
    'Connections to ERP or warehouse systems',
    'Marketplaces such as Amazon or eBay',
    'Tax or legal advice',
  ],
  questions: [
    {
      question: 'What do you sell, and how many products and variants are there?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'To which countries do you ship, and with which carriers?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Do you prefer WooCommerce, Shopify or our recommendation?',
      questionType: 'text',
      required: false,
    },
    { question: 'Which payment provider do you use or want?', questionType: 'text', required: true },
    { question: 'Is your product list available as a spreadsheet?', questionType: 'text', required: false },
    {
      question: 'Which laws or rules apply to your products (age limits, labels, returns)?',
      questionType: 'textarea',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Lucy Pemberton',
      customerRole: 'Owner',
      customerCompany: 'Pemberton Yarns',
      rating: 5,
      daysAgo: 7,
      comment: prose(`
        First order came in 40 minutes after launch, from someone I do not know. We sell hand-dyed yarn
        with 86 variants and the stock has been right ever since.
      `),
    },
    {
      customerName: 'Farhan Siddiqui',
      customerRole: 'Managing director',
      customerCompany: 'Siddiqui Leather',
      rating: 5,
      daysAgo: 33,
      comment: prose(`
        The three-year cost comparison was eye-opening. I was set on one platform and changed my mind
        because of it.
      `),
    },
    {
      customerName: 'Nina Hofmann',
      customerRole: 'Shop manager',
      customerCompany: 'Hofmann Naturkost',
      rating: 4,
      daysAgo: 70,
      comment: prose(`
        Checkout is really fast. Loading the products took two attempts because our spreadsheet was a
        mess, they were patient about it.
      `),
    },
    {
      customerName: 'Bradley Hayes',
      customerRole: 'Owner',
      customerCompany: 'Hayes Outdoor Gear',
      rating: 5,
      daysAgo: 108,
      comment: 'They tested refunds. No one ever tests refunds.',
    },
    {
      customerName: 'Thandiwe Dube',
      customerRole: 'Founder',
      customerCompany: 'Dube Homeware',
      rating: 5,
      daysAgo: 151,
      comment: prose(`
        Shipping zones for South Africa and three neighbors, with different taxes. All correct from the
        first day, our accountant checked.
      `),
    },
    {
      customerName: 'Eduardo Campos',
      customerRole: 'E-commerce manager',
      customerCompany: 'Campos Cafés',
      rating: 3,
      daysAgo: 186,
      comment: prose(`
        Good shop, but the order e-mails looked plain and changing them beyond our logo and colors was out
        of scope. I think nicer mails should be standard at this price.
      `),
    },
    {
      customerName: 'Kirsten Møller',
      customerRole: 'Owner',
      customerCompany: 'Møller Keramik',
      rating: 4,
      daysAgo: 219,
      comment: prose(`
        Training was good and well paced. I would have liked the abandoned-cart mail to be explained in
        more depth.
      `),
    },
    {
      customerName: 'Vivek Anand',
      customerRole: 'Director',
      customerCompany: 'Anand Sweets',
      rating: 5,
      daysAgo: 257,
      comment: '312 orders in the first festive season without one payment problem.',
    },
    {
      customerName: 'Jessica Moran',
      customerRole: 'Florist and owner',
      customerCompany: 'Moran Flowers',
      rating: 5,
      daysAgo: 303,
      comment: "I'm a florist, not a computer person. I run this thing alone now, from a tablet.",
    },
    {
      customerName: 'Alexei Baranov',
      customerRole: 'Managing director',
      customerCompany: 'Baranov Tools',
      rating: 4,
      daysAgo: 347,
      comment: 'Solid. Delivered on day 20 exactly.',
    },
    {
      customerName: 'Hui Min Chua',
      customerRole: 'E-commerce lead',
      customerCompany: 'Chua Kitchenware',
      rating: 5,
      daysAgo: 409,
      comment: prose(`
        Conversion went from 0.9 to 2.1 percent compared with our old store. The guest checkout is the
        main reason, I believe.
      `),
    },
    {
      customerName: 'Rosie Calder',
      customerRole: 'Founder',
      customerCompany: 'Calder Snack Boxes',
      rating: 1,
      daysAgo: 447,
      comment: prose(`
        We were told at the start that our subscription boxes would fit and in week two that they would
        not, because the payment provider we use does not support them. We cancelled that part and lost
        time. The refund for it was handled properly, I will give them that.
      `),
    },
    {
      customerName: 'Mathieu Lambert',
      customerRole: 'Director',
      customerCompany: 'Lambert Vélos',
      rating: 5,
      daysAgo: 522,
      comment: prose(`
        Quiet, competent team. They noticed that our returns text contradicted our terms before a customer
        did.
      `),
    },
    {
      customerName: 'Sunita Rao',
      customerRole: 'Owner',
      customerCompany: 'Rao Handlooms',
      rating: 4,
      daysAgo: 634,
      comment: 'Good value for what is included. Read the list of what is not included, it is accurate.',
    },
  ],
}
