import { prose, type SeedPackage } from './seed-package.ts'

export const seoFoundations: SeedPackage = {
  slug: 'seo-foundations',
  name: 'SEO Foundations',
  category: 'SEO & Marketing',
  description: prose(`
    The technical repairs, keyword plan and ten rewritten pages that give a small site a fair chance in
    search results.
  `),
  longDescription: prose(`
    Nobody can promise a first place, and we do not. What can be done is to remove everything that holds
    your site back and to answer the questions people really type. This package does both for sites of up
    to 150 pages.

    In the first week we repair what is technical: indexing, speed, redirects, structured data, internal
    links. In the second we research what your customers search for and pick about thirty terms where your
    size of site can realistically appear. In the third we rewrite ten pages around them, together with
    you, so that they still sound like your company.

    You get a dashboard with positions, clicks and enquiries, measured before and after, and a plan for
    the next six months that you can follow yourself. Expect the first movement after four to eight weeks;
    search engines need that time.
  `),
  priceCents: 74_900,
  deliveryDays: 15,
  imageUrl: '/illustrations/seo-marketing.svg',
  features: [
    'Technical repairs carried out, not only listed',
    'About 30 realistic search terms',
    'Ten pages rewritten with you',
    'Structured data for your business',
    'Dashboard with clicks and enquiries',
    'Six-month plan you can follow yourself',
  ],
  whatYouGet: [
    'Crawl report before and after',
    'Keyword map: which page answers which search',
    'Ten rewritten pages, published',
    'Search Console and analytics set up properly',
    'Local business profile checked and completed',
    'Weekly written progress report',
    '30-day warranty on the technical changes',
  ],
  whatYouDontGet: [
    'Guaranteed positions',
    'Bought links of any kind',
    'Advertising budget or campaign management',
    'Sites with more than 150 pages',
    'New designs for the rewritten pages',
  ],
  questions: [
    {
      question: 'What is the address of your website, and which system runs it?',
      questionType: 'text',
      required: true,
    },
    {
      question: 'Which products or services bring you the best customers?',
      questionType: 'textarea',
      required: true,
    },
    { question: 'In which towns or countries are your customers?', questionType: 'text', required: true },
    {
      question: 'What would you type to find a company like yours?',
      questionType: 'textarea',
      required: false,
    },
    {
      question: 'Has anyone done SEO for you before? What did they do?',
      questionType: 'textarea',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Gemma Richards',
      customerRole: 'Co-owner',
      customerCompany: 'Richards Kitchens',
      rating: 5,
      daysAgo: 24,
      comment: prose(`
        Ten weeks in: enquiries from search up from 9 to 23 a month. We are a two-person kitchen fitter in
        Kent, that is as much as we can handle.
      `),
    },
    {
      customerName: 'Sandeep Bhatia',
      customerRole: 'Director',
      customerCompany: 'Bhatia Legal',
      rating: 4,
      daysAgo: 55,
      comment: prose(`
        Honest about what is possible. They advised against three terms I wanted because the first page is
        all national chains. Sensible.
      `),
    },
    {
      customerName: 'Caroline Dubois',
      customerRole: 'Communications manager',
      customerCompany: 'Dubois Conseil',
      rating: 5,
      daysAgo: 87,
      comment: 'The rewritten pages still sound like us. I was afraid of keyword soup.',
    },
    {
      customerName: 'Mitchell Grant',
      customerRole: 'Marketing manager',
      customerCompany: 'Grant Plumbing Supply',
      rating: 5,
      daysAgo: 128,
      comment: prose(`
        Fixed 340 redirect errors from our last redesign in the first week. Our positions came back within
        a month and a half.
      `),
    },
    {
      customerName: 'Agnieszka Mazur',
      customerRole: 'Sales manager',
      customerCompany: 'Mazur Gaskets',
      rating: 3,
      daysAgo: 163,
      comment: prose(`
        Technical part excellent. For the rewriting I had to explain our trade in detail (we make
        industrial gaskets), and two of the ten pages needed a full second version.
      `),
    },
    {
      customerName: 'Ibrahim Yilmaz',
      customerRole: 'Owner',
      customerCompany: 'Yilmaz Dental Lab',
      rating: 5,
      daysAgo: 194,
      comment: prose(`
        The six-month plan is simple enough that my office manager follows it. One task a week, each with
        an example.
      `),
    },
    {
      customerName: 'Heather Lawson',
      customerRole: 'Marketing lead',
      customerCompany: 'Lawson Storage',
      rating: 4,
      daysAgo: 240,
      comment: prose(`
        Good work, slow reward. Nothing much happened for seven weeks, as they had said, and then it did.
      `),
    },
    {
      customerName: 'Dao Minh Anh',
      customerRole: 'Founder',
      customerCompany: 'Hoi An Cooking School',
      rating: 5,
      daysAgo: 298,
      comment: prose(`
        Our cooking school in Hoi An now appears above the big booking sites for two searches that matter
        to us.
      `),
    },
    {
      customerName: 'Craig Robertson',
      customerRole: 'Managing director',
      customerCompany: 'Robertson Scaffolding',
      rating: 5,
      daysAgo: 349,
      comment: 'They refused to buy links and explained why in two sentences. Good.',
    },
    {
      customerName: 'Paula Jiménez',
      customerRole: 'Marketing director',
      customerCompany: 'Jiménez Formación',
      rating: 2,
      daysAgo: 417,
      comment: prose(`
        Traffic rose by 30 percent, but with the wrong people: students looking for definitions. They
        adjusted three pages under the warranty, and it is better now. The keyword choice should have
        caught this.
      `),
    },
    {
      customerName: 'Nils Andersen',
      customerRole: 'Digital manager',
      customerCompany: 'Andersen Sejl',
      rating: 4,
      daysAgo: 503,
      comment: prose(`
        Well documented. Every change was listed with a date, which helped when our own developer asked
        what had happened.
      `),
    },
    {
      customerName: 'Shreya Banerjee',
      customerRole: 'Founder',
      customerCompany: 'Banerjee Interiors',
      rating: 5,
      daysAgo: 590,
      comment: 'Sound advice and no jargon.',
    },
    {
      customerName: 'Walter Simmons',
      customerRole: 'Owner',
      customerCompany: 'Simmons Tree Care',
      rating: 5,
      daysAgo: 690,
      comment: prose(`
        Still on the first page for most of the thirty terms, almost two years later and with very little
        upkeep.
      `),
    },
  ],
}
