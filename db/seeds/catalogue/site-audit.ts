import { prose, type SeedPackage } from './seed-package.ts'

export const siteAudit: SeedPackage = {
  slug: 'site-audit',
  name: 'Website and SEO Audit',
  category: 'SEO & Marketing',
  description: prose(`
    Two days, one clear report: what slows your site down, what keeps it out of search results and what to
    fix first.
  `),
  longDescription: prose(`
    A quick, honest check by a person, not an automatic score. We crawl up to 200 pages, measure speed on
    a real mid-range phone, look at how search engines see you and read your five most important pages the
    way a customer would.

    The report names at most twenty problems, ordered by what each one is likely to cost you, with
    screenshots and a concrete fix. Half of them can usually be done by whoever edits your site; the rest
    are written so that any developer can pick them up.
  `),
  priceCents: 9_900,
  deliveryDays: 2,
  imageUrl: '/illustrations/seo-marketing.svg',
  features: [
    'Up to 200 pages crawled',
    'Speed measured on a real phone',
    'At most 20 findings, ordered by effect',
    'A concrete fix for each finding',
    'Comparison with two competitors',
    'Accessibility spot check',
  ],
  whatYouGet: [
    'A report of 8 to 12 pages as PDF',
    'A task list you can paste into your tracker',
    'Screenshots and measurements as evidence',
    'One round of questions by e-mail',
  ],
  whatYouDontGet: [
    'Carrying out the fixes',
    'Keyword research: see SEO Foundations',
    'Pages behind a sign-in',
    'A call: questions are answered in writing',
  ],
  questions: [
    { question: 'What is the address of your website?', questionType: 'text', required: true },
    { question: 'Which five pages matter most to your business?', questionType: 'textarea', required: true },
    {
      question: 'Name two competitors you would like to be compared with.',
      questionType: 'text',
      required: false,
    },
    { question: 'What made you order an audit now?', questionType: 'textarea', required: false },
  ],
  reviews: [
    {
      customerName: 'Charlotte Evans',
      customerRole: 'Owner',
      customerCompany: 'Evans Gift Shop',
      rating: 5,
      daysAgo: 3,
      comment: prose(`
        Ninety-nine dollars and I finally know why our shop disappeared from search in March: the staging
        version was the one being indexed.
      `),
    },
    {
      customerName: 'Manoj Iyer',
      customerRole: 'Developer',
      customerCompany: 'Iyer Coaching',
      rating: 5,
      daysAgo: 11,
      comment: prose(`
        Received it in a day and a half. Twelve findings, seven of which I fixed myself over the weekend.
      `),
    },
    {
      customerName: 'Ryan Castillo',
      customerRole: 'Founder',
      customerCompany: 'Castillo Coffee',
      rating: 4,
      daysAgo: 19,
      comment: 'Straight to the point. I would happily pay a bit more for a short call.',
    },
    {
      customerName: 'Eva Johansson',
      customerRole: 'Marketing manager',
      customerCompany: 'Johansson Kök',
      rating: 5,
      daysAgo: 31,
      comment: prose(`
        Written by somebody who clearly opened the pages and read them. Previous audits we bought were
        exports from a tool.
      `),
    },
    {
      customerName: 'Tariq Hussain',
      customerRole: 'Product manager',
      customerCompany: 'Hussain Couriers',
      rating: 5,
      daysAgo: 46,
      comment: 'The task list went into our tracker as it was. Developer had no questions.',
    },
    {
      customerName: 'Beatriz Almeida',
      customerRole: 'Manager',
      customerCompany: 'Pousada Almeida',
      rating: 4,
      daysAgo: 63,
      comment: prose(`
        Good and fair. Two of the findings concern our booking widget, which we cannot change, otherwise
        all practical.
      `),
    },
    {
      customerName: 'Simon Archer',
      customerRole: 'Head of digital',
      customerCompany: 'Archer Sofas',
      rating: 5,
      daysAgo: 80,
      comment: 'Homepage went from 6.1 to 1.9 seconds after following items 1 to 4.',
    },
    {
      customerName: 'Nadia Benali',
      customerRole: 'Web editor',
      customerCompany: 'Benali Translations',
      rating: 3,
      daysAgo: 99,
      comment: prose(`
        Helpful, but we have a bilingual site and the French half was only looked at briefly. Nothing
        wrong in what was reported.
      `),
    },
    {
      customerName: 'Will Thornton',
      customerRole: 'Owner',
      customerCompany: 'Thornton Bakery',
      rating: 5,
      daysAgo: 122,
      comment: 'Cheapest useful thing I have bought for the business this year.',
    },
    {
      customerName: 'Jia Hui Lim',
      customerRole: 'Operations manager',
      customerCompany: 'Lim Optical',
      rating: 5,
      daysAgo: 147,
      comment: 'I asked four questions by mail afterwards and got four proper answers the same afternoon.',
    },
    {
      customerName: 'Frank Müller',
      customerRole: 'Managing director',
      customerCompany: 'Müller Fensterbau',
      rating: 4,
      daysAgo: 175,
      comment: prose(`
        The competitor comparison was uncomfortable reading, and that is what I paid for. Some terms could
        be explained better for people outside IT.
      `),
    },
    {
      customerName: 'Amara Diallo',
      customerRole: 'Programme director',
      customerCompany: 'Diallo Foundation',
      rating: 5,
      daysAgo: 201,
      comment: prose(`
        We used the report to decide between repairing our site and building a new one. It said repair,
        though they also sell new ones. That earned my trust.
      `),
    },
    {
      customerName: 'Scott Brennan',
      customerRole: 'Owner',
      customerCompany: 'Brennan Auto Repair',
      rating: 5,
      daysAgo: 239,
      comment: 'Fast and specific. No upsell on every page.',
    },
    {
      customerName: 'Ploy Srisuwan',
      customerRole: 'Marketing lead',
      customerCompany: 'Srisuwan Spa',
      rating: 4,
      daysAgo: 277,
      comment: 'Good report. A dark screenshot or two were hard to read when printed.',
    },
    {
      customerName: 'Giulia Conti',
      customerRole: 'E-commerce manager',
      customerCompany: 'Conti Calzature',
      rating: 5,
      daysAgo: 316,
      comment: prose(`
        They found that our newsletter popup covered the order button on small phones. Orders from phones
        rose by about a fifth after we moved it.
      `),
    },
    {
      customerName: 'Derek Hollis',
      customerRole: 'Freelance developer',
      customerCompany: 'Hollis Web Studio',
      rating: 2,
      daysAgo: 359,
      comment: prose(`
        Most of it I could have found with free tools. If you already know what a canonical link is, this
        may not be for you.
      `),
    },
    {
      customerName: 'Anita Kulkarni',
      customerRole: 'Manager',
      customerCompany: 'Kulkarni Pumps',
      rating: 5,
      daysAgo: 410,
      comment: prose(`
        Clear enough that I could explain it to my father, who owns the company and dislikes websites.
      `),
    },
    {
      customerName: 'Victor Hansen',
      customerRole: 'Owner',
      customerCompany: 'Hansen Cykler',
      rating: 5,
      daysAgo: 476,
      comment: 'Delivered a day early.',
    },
    {
      customerName: 'Louise Gagnon',
      customerRole: 'Director',
      customerCompany: 'Gagnon Immobilier',
      rating: 4,
      daysAgo: 552,
      comment: prose(`
        Practical list in order of importance. We did the first eight items and stopped, and that was
        enough.
      `),
    },
    {
      customerName: 'Mohammed Saleh',
      customerRole: 'Digital director',
      customerCompany: 'Saleh Trading',
      rating: 5,
      daysAgo: 668,
      comment: prose(`
        Bought it for three of our sites over time. Consistent quality, and the summary on page one is
        always written for that site.
      `),
    },
  ],
}
