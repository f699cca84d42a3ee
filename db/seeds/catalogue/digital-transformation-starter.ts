import { prose, type SeedPackage } from './seed-package.ts'

export const digitalTransformationStarter: SeedPackage = {
  slug: 'digital-transformation-starter',
  name: 'Digital Transformation Starter',
  category: 'Business Consulting',
  description: prose(`
    One paper or spreadsheet process turned into a working digital one, with your staff trained and the
    time saved measured.
  `),
  longDescription: prose(`
    Large transformation programs tend to end as slides. This one starts with a single process that costs
    your people time every day, such as approvals, job sheets, inspections or onboarding, and ends with
    that process running digitally in your company.

    We watch how the work is really done, measure how long it takes and draw it on one page with the
    people who do it. Then we build the new flow with forms for phone and desk, approvals, notifications
    and a live overview. It connects to one system you already have, such as your accounting or CRM
    software.

    The first group starts using it in week three, while we are still there to change what does not fit.
    At the end we measure again and give you the numbers, good or bad, together with a list of the
    processes worth doing next.
  `),
  priceCents: 390_000,
  deliveryDays: 25,
  imageUrl: '/illustrations/digital-transformation.svg',
  features: [
    'One process, fully digital in 25 business days',
    'Time measured before and after',
    'Forms for phone and desk, also offline',
    'Approvals, reminders and a live overview',
    'Connected to one existing system',
    'Training for up to 20 people',
    'List of next processes with estimates',
  ],
  whatYouGet: [
    'Process map drawn with your staff',
    'The working digital process, in your own accounts',
    'Up to 12 months of old records imported',
    'Two training sessions, recorded',
    'Short guides for each role',
    'Weekly written progress report',
    'Before-and-after report',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'License fees of the platform you choose',
    'More than one process or one connection',
    'Scanning of paper archives',
    'Hardware such as tablets or scanners',
  ],
  questions: [
    {
      question: 'Which process should become digital first, and why this one?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'How many people work with it, and in which roles?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Which forms, spreadsheets or papers are used today?',
      questionType: 'textarea',
      required: true,
    },
    { question: 'Which system should it connect to?', questionType: 'text', required: false },
    {
      question: 'Who may decide how the process should work in the future?',
      questionType: 'text',
      required: true,
    },
    {
      question: 'Do people work without a connection, for example on site?',
      questionType: 'text',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Suresh Nair',
      customerRole: 'Director of projects',
      customerCompany: 'Nair Constructions',
      rating: 5,
      daysAgo: 29,
      comment: prose(`
        Our site inspections in Kochi were on paper and photos came by chat. Now a report takes 12 minutes
        instead of 50. They measured it, I would not have believed it otherwise.
      `),
    },
    {
      customerName: 'Joanne McAllister',
      customerRole: 'Plant manager',
      customerCompany: 'McAllister Timber',
      rating: 5,
      daysAgo: 76,
      comment: prose(`
        What I liked: in week three our most skeptical foreman asked for a change on Monday and had it on
        Tuesday. From then on he sold it to the others.
      `),
    },
    {
      customerName: 'Henrik Dahl',
      customerRole: 'Head of purchasing',
      customerCompany: 'Dahl Offshore',
      rating: 4,
      daysAgo: 133,
      comment: prose(`
        Purchase approvals went from six days to one and a half on average. The connection to our
        accounting software needed a paid add-on, which we learned about only in the second week.
      `),
    },
    {
      customerName: 'Monica Reyes',
      customerRole: 'Human resources lead',
      customerCompany: 'Reyes Catering',
      rating: 5,
      daysAgo: 212,
      comment: 'Very good trainers. Patient with people who do not like computers.',
    },
    {
      customerName: 'David Oyelaran',
      customerRole: 'Operations director',
      customerCompany: 'Oyelaran Pharma',
      rating: 4,
      daysAgo: 295,
      comment: prose(`
        It does what was promised, and the before-and-after report is honest: one step actually got
        slower, and they told us.
      `),
    },
    {
      customerName: 'Claire Fontaine',
      customerRole: 'Managing director',
      customerCompany: 'Fontaine Imprimeurs',
      rating: 3,
      daysAgo: 372,
      comment: prose(`
        The result is useful, but 25 days are only enough if your own decision makers are quick. Ours were
        not and the last week became rushed. Clear your calendar.
      `),
    },
    {
      customerName: 'Adam Whitlock',
      customerRole: 'Process manager',
      customerCompany: 'Whitlock Windows',
      rating: 5,
      daysAgo: 460,
      comment: 'We have done two more processes since then, both from their list.',
    },
    {
      customerName: 'Rina Yamashita',
      customerRole: 'Human resources manager',
      customerCompany: 'Yamashita Design',
      rating: 5,
      daysAgo: 617,
      comment: 'Onboarding a new employee used to need 14 mails. Now it is one form.',
    },
  ],
}
