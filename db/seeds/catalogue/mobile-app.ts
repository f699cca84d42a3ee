import { prose, type SeedPackage } from './seed-package.ts'

export const mobileApp: SeedPackage = {
  slug: 'mobile-app',
  name: 'Mobile App for iOS and Android',
  category: 'Mobile Apps',
  description: prose(`
    A first version of your app for both phones from one code base, tested with real users and submitted
    to both stores.
  `),
  longDescription: prose(`
    A first version should prove one thing: that people come back. We agree on the one task your app must
    do well, cut the rest and put a clickable prototype in front of five of your users in the first week.
    What they stumble over is changed before it is built.

    The app is built once and runs on both platforms, with sign-in, push notifications, offline reading
    and a small admin page for your content. You get a test build on your own phone every Friday together
    with a written progress report, so there is no big reveal and no surprise.

    We prepare the store listings, screenshots and privacy declarations and submit to both stores from
    your developer accounts. Review by the stores usually takes one to five days and is not counted in the
    delivery time. If a store asks for changes to our work, we make them.

    The code is yours, documented, with automated builds set up. The 30-day warranty starts when the app
    is approved.
  `),
  priceCents: 490_000,
  deliveryDays: 30,
  imageUrl: '/illustrations/mobile-apps.svg',
  features: [
    'One code base for iOS and Android',
    'Prototype tested with five of your users',
    'Up to 8 screens',
    'Sign-in and push notifications',
    'Works offline for reading',
    'A test build on your phone every Friday',
    'Submission to both stores',
    'Crash reporting and basic usage numbers',
  ],
  whatYouGet: [
    'Clickable prototype and a summary of five user tests',
    'The finished app for iOS and Android',
    'A small admin page for your content',
    'Store listings, screenshots and privacy forms',
    'Source code with automated builds',
    'Weekly written progress report',
    '30-day warranty from store approval',
  ],
  whatYouDontGet: [
    'Developer account fees of the stores',
    'Games, augmented reality or Bluetooth devices',
    'More than one outside system to connect',
    'Server running costs',
    'Marketing the app after launch',
  ],
  questions: [
    {
      question: 'What is the one thing a user must be able to do in your app?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Who are your users, and can we talk to five of them in the first week?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Which system should the app connect to, and does it have an API?',
      questionType: 'textarea',
      required: false,
    },
    { question: 'Do you have developer accounts with both stores?', questionType: 'text', required: true },
    { question: 'Which apps do you like using, and what for?', questionType: 'textarea', required: false },
    {
      question: 'Is there a date by which the app has to be in the stores?',
      questionType: 'text',
      required: false,
    },
  ],
  reviews: [
    {
      customerName: 'Priya Raghunathan',
      customerRole: 'Product head',
      customerCompany: 'Kaveri Farm Inputs',
      rating: 5,
      daysAgo: 26,
      comment: prose(`
        We sell farm inputs in Karnataka and our field agents are offline half the day. The offline
        reading was the reason to buy, and it works. Friday builds kept everybody honest, including us.
      `),
    },
    {
      customerName: 'Jonas Ekström',
      customerRole: 'Founder',
      customerCompany: 'Ekström Fitness',
      rating: 5,
      daysAgo: 58,
      comment: prose(`
        The user tests in week one killed my favorite feature. Painful and correct. We launched with six
        screens instead of the eleven I had in mind.
      `),
    },
    {
      customerName: 'Dr. Helen Marsh',
      customerRole: 'Medical director',
      customerCompany: 'Marsh Street Clinic',
      rating: 4,
      daysAgo: 95,
      comment: prose(`
        Well-run project for our clinic app. Approved by both stores at the first try. The admin page is
        basic, as described, and we will probably outgrow it within a year.
      `),
    },
    {
      customerName: 'Marcus Bell',
      customerRole: 'Chief executive',
      customerCompany: 'Bell Parking',
      rating: 5,
      daysAgo: 140,
      comment: prose(`
        Fixed price, fixed scope, and they told me no twice when I tried to add things. In hindsight that
        is why it shipped.
      `),
    },
    {
      customerName: 'Nurul Hidayah',
      customerRole: 'Digital manager',
      customerCompany: 'Hidayah Travel',
      rating: 4,
      daysAgo: 187,
      comment: prose(`
        Good communication with our office in Kuala Lumpur. Push notifications on some cheaper Android
        phones arrived late; they explained the battery settings and added a help screen for it.
      `),
    },
    {
      customerName: 'Ethan Caldwell',
      customerRole: 'Co-founder',
      customerCompany: 'Caldwell Care',
      rating: 3,
      daysAgo: 244,
      comment: prose(`
        The app is good and users like it. One store rejected it over a privacy form and the whole thing
        cost us nine extra days. Not their fault alone, but the form could have been checked more
        carefully.
      `),
    },
    {
      customerName: 'Camila Rojas',
      customerRole: 'Founder',
      customerCompany: 'Rojas Recetas',
      rating: 5,
      daysAgo: 310,
      comment: prose(`
        From idea to both stores in seven weeks including review. 2,300 installs in the first quarter and
        a crash-free rate of 99.7 percent.
      `),
    },
    {
      customerName: 'Gareth Pugh',
      customerRole: 'Head of software',
      customerCompany: 'Pugh Instruments',
      rating: 5,
      daysAgo: 421,
      comment: 'Our own developers took over the code and were productive in two days. That says enough.',
    },
    {
      customerName: 'Mei Ling Koh',
      customerRole: 'Marketing director',
      customerCompany: 'Koh Tea House',
      rating: 3,
      daysAgo: 566,
      comment: prose(`
        Careful team. I would have liked more choice in the visual design, we saw one direction only. It
        is a good direction though.
      `),
    },
  ],
}
