import { prose, type SeedPackage } from './seed-package.ts'

export const cloudMigration: SeedPackage = {
  slug: 'cloud-migration',
  name: 'Cloud Hosting Setup and Migration',
  category: 'Cloud Services',
  description: prose(`
    Your site or application moved to cloud hosting that scales, with backups, monitoring and a
    switch-over at a quiet hour.
  `),
  longDescription: prose(`
    We move one application with its database from shared hosting, an old server or another cloud to a
    setup of your own on AWS, Azure, Google Cloud or a European provider. You choose; if you have no
    preference we compare two with monthly costs and recommend one.

    Everything is described in code, so the setup can be rebuilt, reviewed and copied for a test
    environment. The new system runs beside the old one until both give the same results. We rehearse the
    switch once, then do it at an hour you pick, with a written way back.

    After the switch we watch the system for five business days, tune sizes to what is really used and
    hand over a short operating guide. The accounts belong to you from the first day: we work with
    temporary access, which is removed at completion.
  `),
  priceCents: 185_000,
  deliveryDays: 10,
  imageUrl: '/illustrations/cloud-services.svg',
  features: [
    'One application and its database moved',
    'Rehearsed switch-over in minutes',
    'Whole setup described as code',
    'Daily backups with a tested restore',
    'Monitoring with alerts to your phone or chat',
    'Certificates renewed automatically',
    'Monthly cost estimate before you commit',
  ],
  whatYouGet: [
    'Comparison of two providers with monthly costs',
    'Production and test environments',
    'Backups, monitoring and log search',
    'Switch-over plan with a way back',
    'Five business days of close watching after the move',
    'Operating guide of about ten pages',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'The monthly bill of the cloud provider',
    'Changes to your application code beyond configuration',
    'E-mail migration',
    'Round-the-clock operations after handover',
    'Databases above 200 GB: ask us first',
  ],
  questions: [
    {
      question: 'What are we moving? Describe the application, its language and its database.',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Where does it run today, and roughly how many visitors does it have per day?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Do you prefer a provider or a region, for example to keep data in the EU?',
      questionType: 'text',
      required: false,
    },
    { question: 'Which hour and weekday is best for the switch-over?', questionType: 'text', required: true },
    { question: 'Who should receive alerts, and how?', questionType: 'text', required: false },
  ],
  reviews: [
    {
      customerName: 'Thomas Keller',
      customerRole: 'Hotel manager',
      customerCompany: 'Keller Rheinblick',
      rating: 5,
      daysAgo: 12,
      comment: prose(`
        Moved our booking system from a server under a desk in Basel. Switch-over took seven minutes on a
        Sunday morning. Guests did not notice, which is all I wanted.
      `),
    },
    {
      customerName: 'Anjali Verma',
      customerRole: 'Finance lead',
      customerCompany: 'Verma Logistics',
      rating: 5,
      daysAgo: 44,
      comment: prose(`
        The rehearsal found a cron job nobody remembered. Without it our invoices would have stopped.
        Excellent process.
      `),
    },
    {
      customerName: 'Ben Carmichael',
      customerRole: 'IT coordinator',
      customerCompany: 'Carmichael Estates',
      rating: 4,
      daysAgo: 79,
      comment: prose(`
        Very capable. The operating guide assumes some command line knowledge, so I asked for a simpler
        first page and got it the next day.
      `),
    },
    {
      customerName: 'Ingrid Solberg',
      customerRole: 'Chief financial officer',
      customerCompany: 'Solberg Media',
      rating: 5,
      daysAgo: 113,
      comment: prose(`
        Our bill went from 410 to 265 dollars a month and pages load in half the time. Pays for itself in
        about a year.
      `),
    },
    {
      customerName: 'Samuel Njoroge',
      customerRole: 'Chief technology officer',
      customerCompany: 'Savanna Pay',
      rating: 5,
      daysAgo: 165,
      comment: 'They compared two providers for latency from Nairobi with actual measurements, not opinions.',
    },
    {
      customerName: 'Rachel Goldman',
      customerRole: 'Head of operations',
      customerCompany: 'Goldman Tutoring',
      rating: 4,
      daysAgo: 203,
      comment: prose(`
        Good job overall. Our DNS was registered with a company that takes two days to answer mails, so
        the date slipped. The team kept me informed daily.
      `),
    },
    {
      customerName: 'Javier Ortega',
      customerRole: 'Engineering manager',
      customerCompany: 'Ortega Rutas',
      rating: 5,
      daysAgo: 258,
      comment: prose(`
        Everything in code, in our repository, readable. My engineers approve, and they approve of little.
      `),
    },
    {
      customerName: 'Wei Jie Tan',
      customerRole: 'Platform engineer',
      customerCompany: 'Merlion Learning',
      rating: 3,
      daysAgo: 322,
      comment: prose(`
        Migration was fine. The alerts were set too sensitive and woke me up four times in the first week
        before we got them tuned. Ask them to agree on thresholds before go-live.
      `),
    },
    {
      customerName: 'Nicola Ferraro',
      customerRole: 'IT director',
      customerCompany: 'Ferraro Assicura',
      rating: 5,
      daysAgo: 390,
      comment: 'Professional and calm. They had a way back prepared and we did not need it.',
    },
    {
      customerName: 'Stephen Doyle',
      customerRole: 'Managing director',
      customerCompany: 'Doyle Marine Supplies',
      rating: 4,
      daysAgo: 478,
      comment: 'On time and as described. We are coming back for the second application.',
    },
    {
      customerName: 'Alina Popescu',
      customerRole: 'Lead developer',
      customerCompany: 'Carpat Bookings',
      rating: 5,
      daysAgo: 640,
      comment: prose(`
        Nearly two years on, no unplanned downtime except one that was the provider itself. The restore
        test in the guide still works, we run it every quarter.
      `),
    },
  ],
}
