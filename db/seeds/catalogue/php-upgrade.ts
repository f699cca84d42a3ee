import { prose, type SeedPackage } from './seed-package.ts'

export const phpUpgrade: SeedPackage = {
  slug: 'php-upgrade',
  name: 'PHP Version Upgrade',
  category: 'Web Development',
  description: prose(`
    Your application moved from PHP 5 or 7 to a supported PHP 8 release, with tests to prove that nothing
    changed for users.
  `),
  longDescription: prose(`
    Old PHP versions receive no security fixes, and hosting companies have begun to switch them off. The
    upgrade is rarely hard in one place; it is a few hundred small changes, any of which can break a page
    that nobody has opened since spring. Our way is to know before you do.

    We first record how the application behaves today: the main pages, forms and reports, with their
    output. Then we upgrade in steps, with automatic rewriting where it is safe and by hand where it is
    not, replace libraries that are no longer maintained and compare the output after each step.

    You get a branch with small, readable commits, a test report and a deployment rehearsed on a copy of
    your server. The price covers one application of up to 60,000 lines of its own code, without a
    framework or with one such as CodeIgniter, Symfony, Zend or Yii. For Laravel, see Laravel
    Modernization.
  `),
  priceCents: 119_000,
  deliveryDays: 8,
  imageUrl: '/illustrations/php-upgrade.svg',
  features: [
    'From PHP 5.4 or later to PHP 8.4',
    'Up to 60,000 lines of your own code',
    'Behavior recorded and compared at each step',
    'Unmaintained libraries replaced',
    'Deployment rehearsed on a copy',
    'Small, readable commits in your repository',
  ],
  whatYouGet: [
    'The upgraded application on PHP 8.4',
    'About 30 automated checks of your main paths',
    'Report of every library: kept, updated or replaced',
    'Speed comparison before and after',
    'Rehearsed deployment with a way back',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'New functions or a new design',
    'Changes of database product',
    'WordPress sites with page builders',
    'Encoded code without its source',
    'Hosting fees',
  ],
  questions: [
    {
      question: 'Which PHP version and framework does the application use today?',
      questionType: 'text',
      required: true,
    },
    { question: 'How large is the code, and where is it kept?', questionType: 'text', required: true },
    { question: 'Which pages or functions must never break?', questionType: 'textarea', required: true },
    {
      question: 'Where is it hosted, and do you have a test server?',
      questionType: 'textarea',
      required: false,
    },
    {
      question: 'Is there a deadline, for example from your hosting company?',
      questionType: 'text',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Martin Schäfer',
      customerRole: 'IT manager',
      customerCompany: 'Schäfer Baustoffe',
      rating: 5,
      daysAgo: 16,
      comment: prose(`
        From 5.6 to 8.4, 41,000 lines, eight days. They found two reports that had been wrong for years,
        because the new checks compared them.
      `),
    },
    {
      customerName: 'Kavya Subramanian',
      customerRole: 'Head of IT',
      customerCompany: 'Subramanian Schools',
      rating: 5,
      daysAgo: 49,
      comment: 'Deployed at 6 am, nobody called. That is my review.',
    },
    {
      customerName: 'Neil Ferguson',
      customerRole: 'Technical director',
      customerCompany: 'Ferguson Bookmakers',
      rating: 4,
      daysAgo: 85,
      comment: prose(`
        Clean commits that our own developer could review. One cron script was missed and failed the first
        night, fixed by breakfast.
      `),
    },
    {
      customerName: 'João Ribeiro',
      customerRole: 'Owner',
      customerCompany: 'Ribeiro Imóveis',
      rating: 5,
      daysAgo: 126,
      comment: prose(`
        Our host gave us 30 days notice before removing PHP 7.4. Done with two weeks to spare, and the
        pages are about 40 percent quicker.
      `),
    },
    {
      customerName: 'Tamara Jovanovic',
      customerRole: 'Product manager',
      customerCompany: 'Jovanovic Tickets',
      rating: 5,
      daysAgo: 168,
      comment: prose(`
        They were honest that one payment library was beyond rescue and replaced it with a maintained one
        within the price.
      `),
    },
    {
      customerName: 'Chris Delgado',
      customerRole: 'Operations manager',
      customerCompany: 'Delgado Rentals',
      rating: 5,
      daysAgo: 214,
      comment: 'Good technical writing. The library report is something I now ask of every contractor.',
    },
    {
      customerName: 'Esther Wanjiku',
      customerRole: 'General secretary',
      customerCompany: 'Highland Growers Co-operative',
      rating: 5,
      daysAgo: 271,
      comment: prose(`
        Member system for our cooperative, written in 2011 by someone we cannot find anymore. It runs on a
        current version now, and we have checks for it at last.
      `),
    },
    {
      customerName: 'Robert Lang',
      customerRole: 'Managing director',
      customerCompany: 'Lang Versand',
      rating: 3,
      daysAgo: 338,
      comment: prose(`
        Upgrade itself was fine. Character encoding in old records caused question marks on some names for
        two days. Corrected under warranty, but our customers saw it.
      `),
    },
    {
      customerName: 'Sneha Kapoor',
      customerRole: 'IT lead',
      customerCompany: 'Kapoor Hospitals',
      rating: 5,
      daysAgo: 396,
      comment: 'On time, quiet and thorough.',
    },
    {
      customerName: 'François Mercier',
      customerRole: 'IT director',
      customerCompany: 'Mercier Mutuelle',
      rating: 5,
      daysAgo: 469,
      comment: 'The rehearsed way back gave our board the confidence to approve this. We did not need it.',
    },
    {
      customerName: 'Danielle Fox',
      customerRole: 'Owner',
      customerCompany: 'Fox Lettings',
      rating: 5,
      daysAgo: 538,
      comment: prose(`
        We went a bit over the line limit and they told us before starting, with a fair price for the
        rest.
      `),
    },
    {
      customerName: 'Arvid Nyström',
      customerRole: 'Developer',
      customerCompany: 'Nyström Bokhandel',
      rating: 5,
      daysAgo: 655,
      comment: prose(`
        A year and a half later the following PHP version was a one-hour job thanks to the checks they
        left us.
      `),
    },
  ],
}
