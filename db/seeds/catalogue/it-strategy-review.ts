import { prose, type SeedPackage } from './seed-package.ts'

export const itStrategyReview: SeedPackage = {
  slug: 'it-strategy-review',
  name: 'IT Strategy Review',
  category: 'Business Consulting',
  description: prose(`
    An outside view of your systems, contracts and plans, ending in a 12-month roadmap with costs you can
    take to the board.
  `),
  longDescription: prose(`
    For companies of 10 to 200 people that have grown faster than their IT. We interview up to six people,
    from the managing director to whoever restarts the printer, go through your systems and contracts and
    write down what you have, what it costs and what would hurt most if it failed.

    The result is a roadmap for twelve months with no more than ten steps. Each has a reason, a cost
    range, an owner and a measure by which you can tell that it worked. Where doing nothing is the best
    choice, we say so.

    We take no commission from any vendor, and you are free to carry out the roadmap with whomever you
    like.
  `),
  priceCents: 139_000,
  deliveryDays: 7,
  imageUrl: '/illustrations/business-consulting.svg',
  features: [
    'Interviews with up to six people',
    '12-month roadmap in at most ten steps',
    'Cost range and owner for each step',
    'Review of up to 15 contracts and licenses',
    'Risk list: what fails, what it costs',
    'Presentation to your management',
  ],
  whatYouGet: [
    'Map of your systems, owners and yearly costs',
    'Risk list with likelihood and effect',
    'Roadmap of at most ten steps with costs',
    'Slides for your board, yours to edit',
    'A 90-minute presentation with discussion',
    'A follow-up call after 30 days',
  ],
  whatYouDontGet: [
    'Legal advice on contracts',
    'Carrying out the roadmap',
    'Travel: interviews are held by video call',
    'Security testing of systems',
  ],
  questions: [
    {
      question: 'How many people work for you, and at how many locations?',
      questionType: 'text',
      required: true,
    },
    { question: 'What made you look for an outside view now?', questionType: 'textarea', required: true },
    {
      question: 'Which systems does your business depend on every day?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Whom should we interview, and in which time zones are they?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Which IT decisions are due in the next six months?',
      questionType: 'textarea',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Alastair Munro',
      customerRole: 'Finance director',
      customerCompany: 'Munro Distillers',
      rating: 5,
      daysAgo: 38,
      comment: prose(`
        We had three quotes for a new ERP on the table. The review concluded we need none of them this
        year, and showed it with our own numbers. Saved us a very expensive mistake.
      `),
    },
    {
      customerName: 'Meera Krishnan',
      customerRole: 'Chief executive',
      customerCompany: 'Krishnan Textiles',
      rating: 5,
      daysAgo: 92,
      comment: prose(`
        They interviewed the warehouse staff too, which nobody had ever done. Half of the roadmap came
        from those two conversations.
      `),
    },
    {
      customerName: 'Dominic Farrell',
      customerRole: 'Chief operating officer',
      customerCompany: 'Farrell Coaches',
      rating: 5,
      daysAgo: 171,
      comment: prose(`
        Balanced and readable. The cost ranges were wide in places, though that probably reflects reality.
      `),
    },
    {
      customerName: 'Annika Weber',
      customerRole: 'Head of controlling',
      customerCompany: 'Weber Verpackung',
      rating: 5,
      daysAgo: 266,
      comment: 'Found 11,400 euros a year in licenses for people who no longer work here.',
    },
    {
      customerName: 'Jerome Baptiste',
      customerRole: 'IT director',
      customerCompany: 'Baptiste Assurances',
      rating: 3,
      daysAgo: 384,
      comment: prose(`
        Good analysis, somewhat cautious. I had hoped for a bolder opinion on our plan to replace the core
        system.
      `),
    },
    {
      customerName: 'Linda Petersen',
      customerRole: 'Managing partner',
      customerCompany: 'Petersen Revision',
      rating: 5,
      daysAgo: 544,
      comment: prose(`
        Nine of the ten steps are done now. The tenth we dropped, on their advice, at the follow-up call.
      `),
    },
  ],
}
