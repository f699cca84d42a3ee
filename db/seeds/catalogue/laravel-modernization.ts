import { prose, type SeedPackage } from './seed-package.ts'

export const laravelModernization: SeedPackage = {
  slug: 'laravel-modernization',
  name: 'Laravel Modernization',
  category: 'Web Development',
  description: prose(`
    An aging Laravel application brought to the current release, with tests, queues and deployments you
    can rely on again.
  `),
  longDescription: prose(`
    You know the signs: the framework is several releases behind, deployments happen on Friday evenings
    with crossed fingers, and each small change takes longer than the last. A rewrite is rarely the
    answer. Most applications can be brought up to date in place, release by release, while your team
    keeps working.

    We begin by putting tests around the parts that earn your money. Then we upgrade through each major
    release, replace abandoned packages, move slow work to queues, fix the worst database queries and set
    up a pipeline that tests and deploys each change the same way every time.

    Every step is a reviewed pull request in your repository, merged when it is green, so there is never a
    long-lived branch to fear. We finish with a two-hour session for your developers and a list of what we
    would do next, in order.
  `),
  priceCents: 295_000,
  deliveryDays: 18,
  imageUrl: '/illustrations/laravel-modernization.svg',
  features: [
    'From Laravel 5.5+ to the current release',
    'Tests around your most important flows',
    'Slowest ten pages or queries fixed',
    'Slow work moved to monitored queues',
    'Pipeline that tests and deploys each change',
    'Reviewed pull requests, no big bang',
    'Two-hour session with your developers',
  ],
  whatYouGet: [
    'The application on the current Laravel and PHP 8.4',
    '60 to 100 automated tests',
    'Abandoned packages replaced',
    'Deployment without downtime, with rollback',
    'Error tracking and queue monitoring',
    'Weekly written progress report',
    'Ordered list of next steps',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'New functions or a new design',
    'A move to another front-end framework',
    'More than 80,000 lines of code',
    'Mobile apps that use your API',
    'Hosting and tool subscriptions',
  ],
  questions: [
    { question: 'Which Laravel and PHP versions do you run today?', questionType: 'text', required: true },
    { question: 'Which three flows matter most to your business?', questionType: 'textarea', required: true },
    { question: 'How do you deploy today, and how often?', questionType: 'textarea', required: true },
    {
      question: 'Which packages or integrations give you trouble?',
      questionType: 'textarea',
      required: false,
    },
    {
      question: 'How many developers will keep working on the code in the meantime?',
      questionType: 'text',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Oscar Lundgren',
      customerRole: 'Chief technology officer',
      customerCompany: 'Lundgren Auktioner',
      rating: 5,
      daysAgo: 22,
      comment: prose(`
        Five major releases in three and a half weeks while our two developers kept shipping. 47 pull
        requests, all of them readable. I have been in this trade for twenty years and this was textbook
        work.
      `),
    },
    {
      customerName: 'Pooja Malhotra',
      customerRole: 'Product owner',
      customerCompany: 'Malhotra Retail',
      rating: 5,
      daysAgo: 64,
      comment: prose(`
        Order export went from 90 seconds to 4 after it was moved to a queue and two indexes were added.
      `),
    },
    {
      customerName: 'Ian Prescott',
      customerRole: 'Engineering lead',
      customerCompany: 'Prescott Lettings',
      rating: 4,
      daysAgo: 109,
      comment: prose(`
        Very good engineers. Test names are a matter of taste, but the tests catch real bugs, three in the
        first month.
      `),
    },
    {
      customerName: 'Valentina Greco',
      customerRole: 'Head of development',
      customerCompany: 'Greco Viaggi',
      rating: 5,
      daysAgo: 156,
      comment: 'We deploy at noon now.',
    },
    {
      customerName: 'Hassan Qureshi',
      customerRole: 'Technical director',
      customerCompany: 'Qureshi Motors',
      rating: 4,
      daysAgo: 209,
      comment: prose(`
        Strong on the back end. Our old Vue 2 screens stayed as they were, which is stated under what you
        do not get, just be aware of it.
      `),
    },
    {
      customerName: 'Leah Steinberg',
      customerRole: 'Chief executive',
      customerCompany: 'Steinberg Publishing',
      rating: 5,
      daysAgo: 268,
      comment: prose(`
        Two consultancies told us to rewrite for six figures. This package plus one follow-up got us to a
        place where nobody mentions a rewrite anymore.
      `),
    },
    {
      customerName: 'Paulo Nogueira',
      customerRole: 'IT manager',
      customerCompany: 'Nogueira Cargas',
      rating: 3,
      daysAgo: 340,
      comment: prose(`
        Delivered what was agreed, though four business days late because a payment package had to be
        replaced by hand. Weekly reports were frank about it. Good outcome in the end.
      `),
    },
    {
      customerName: 'Catherine Byrne',
      customerRole: 'Development manager',
      customerCompany: 'Byrne Recruitment',
      rating: 5,
      daysAgo: 433,
      comment: 'The session with our developers was worth a week of reading. They still use the checklist.',
    },
    {
      customerName: 'Sanjay Gupta',
      customerRole: 'Vice president, technology',
      customerCompany: 'Gupta Freight',
      rating: 5,
      daysAgo: 521,
      comment: 'Error rate down from 120 a day to single digits.',
    },
    {
      customerName: 'Emil Petrov',
      customerRole: 'Team lead',
      customerCompany: 'Petrov Estates',
      rating: 4,
      daysAgo: 598,
      comment: prose(`
        Well organized. I would budget a few hours per week of your own time for reviewing the pull
        requests.
      `),
    },
  ],
}
