import { prose, type SeedPackage } from './seed-package.ts'

export const cloudReview: SeedPackage = {
  slug: 'cloud-review',
  name: 'Cloud Cost and Security Review',
  category: 'Cloud Services',
  description: prose(`
    A read-only look at your cloud account: what you could stop paying for, what is exposed, and what to
    fix first.
  `),
  longDescription: prose(`
    Cloud bills grow in small steps: a forgotten test server, disks of machines that are long gone, logs
    kept for ever. So do risks: a storage bucket opened for a day, an access key of a former contractor.
    We go through one account on AWS, Azure or Google Cloud with read-only access and list both.

    You get a report of about fifteen pages. Every finding states what it costs or risks, how sure we are,
    who can fix it and how long that takes. The first page fits on one screen and is written for the
    person who pays the bill.

    We change nothing in your account. In a 45-minute call we go through the findings with you and your
    engineers and answer questions.
  `),
  priceCents: 45_000,
  deliveryDays: 5,
  imageUrl: '/illustrations/cloud-services.svg',
  features: [
    'Savings listed in dollars a month',
    'Security findings ranked by risk',
    'Read-only access, nothing is changed',
    'Steps to fix each finding',
    'One-page summary for management',
    '45-minute call with your engineers',
  ],
  whatYouGet: [
    'Report with findings, costs and effort',
    'Spreadsheet of all resources and owners',
    'List of unused keys, users and open ports',
    '45-minute walkthrough, recorded on request',
    'Answers by e-mail for 30 days',
  ],
  whatYouDontGet: [
    'Carrying out the fixes: we quote for that separately',
    'A penetration test',
    'Certification audits such as ISO 27001 or SOC 2',
    'More than one cloud account',
  ],
  questions: [
    {
      question: 'Which cloud provider do you use, and what is your monthly bill, roughly?',
      questionType: 'text',
      required: true,
    },
    { question: 'What runs in the account?', questionType: 'textarea', required: true },
    { question: 'Is there anything you already worry about?', questionType: 'textarea', required: false },
    {
      question: 'Who should join the walkthrough call, and in which time zone?',
      questionType: 'text',
      required: true,
    },
  ],
  reviews: [
    {
      customerName: 'Patrick Nolan',
      customerRole: 'Head of infrastructure',
      customerCompany: 'Nolan Ticketing',
      rating: 5,
      daysAgo: 15,
      comment: prose(`
        Found $640 a month in disks and snapshots of machines we deleted in 2023. The saving showed on the
        very next bill.
      `),
    },
    {
      customerName: 'Deepika Shah',
      customerRole: 'Vice president, engineering',
      customerCompany: 'Shah Diagnostics',
      rating: 5,
      daysAgo: 52,
      comment: prose(`
        Short, ranked, no filler. Our lead engineer fixed the top six findings in one afternoon from the
        steps given.
      `),
    },
    {
      customerName: 'Oliver Haas',
      customerRole: 'IT manager',
      customerCompany: 'Haas Maschinenbau',
      rating: 4,
      daysAgo: 101,
      comment: prose(`
        Useful. About a third of the findings we knew already, but now they have a price tag, and that got
        the budget approved.
      `),
    },
    {
      customerName: 'Lerato Mokoena',
      customerRole: 'Security officer',
      customerCompany: 'Umoja Insurance',
      rating: 5,
      daysAgo: 166,
      comment: prose(`
        They spotted an access key belonging to a contractor who left two years ago. Worth it for that
        alone.
      `),
    },
    {
      customerName: 'Kyle Donnelly',
      customerRole: 'Founder',
      customerCompany: 'Donnelly Analytics',
      rating: 3,
      daysAgo: 229,
      comment: prose(`
        Decent report. Our setup is already tidy, so the savings came to only 38 dollars a month. To be
        fair, they told me in writing that we are in good shape.
      `),
    },
    {
      customerName: 'Marta Zielinska',
      customerRole: 'Chief operating officer',
      customerCompany: 'Zielinska Foods',
      rating: 5,
      daysAgo: 337,
      comment: 'The one-page summary went to our board unchanged.',
    },
    {
      customerName: 'Hiroshi Nakata',
      customerRole: 'Systems lead',
      customerCompany: 'Nakata Shipping',
      rating: 4,
      daysAgo: 508,
      comment: prose(`
        Good analysis. The call was at an awkward hour for Osaka, but the recording was sent the same day.
      `),
    },
  ],
}
