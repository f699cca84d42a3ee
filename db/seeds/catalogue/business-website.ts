import { prose, type SeedPackage } from './seed-package.ts'

export const businessWebsite: SeedPackage = {
  slug: 'business-website',
  name: 'Business Website',
  category: 'Web Development',
  description: prose(`
    A five-page company site designed around what your customers ask, quick on phones and simple for your
    team to edit.
  `),
  longDescription: prose(`
    Most company sites fail at one job: telling a stranger, in a few seconds, what you do and how to reach
    you. We start there. Before any design we read your material, look at three competitors and write a
    one-page outline of who visits and what each page has to answer.

    You see a design of the home page on day four and a working site on day eight. Both come with a round
    of changes. The site is built as plain, fast pages with a small content editor, so your team can
    change text, pictures and opening hours without calling a developer.

    We test on real phones, check it against WCAG 2.2 AA, connect your domain and hand over everything:
    source code, design files and a short video on how to edit. Work carries our 30-day warranty from the
    day it goes live.
  `),
  priceCents: 129_900,
  deliveryDays: 12,
  imageUrl: '/illustrations/web-development.svg',
  features: [
    'Up to 5 pages, designed for your business',
    'Loads in under 2 seconds on phones',
    'Content editor for text and pictures',
    'Contact form with spam protection',
    'Titles, sitemap and structured data for search',
    'Accessibility checked against WCAG 2.2 AA',
    'Two rounds of changes',
  ],
  whatYouGet: [
    'One design concept and two rounds of changes',
    'A finished site on your own domain',
    'Source code and design files, yours to keep',
    'A 20-minute editing video for your team',
    'Visitor statistics set up without tracking cookies',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'Copywriting from scratch: we edit the text you supply',
    'Photography, video or paid stock pictures',
    'Online shop or member area',
    'Hosting fees and the domain itself',
    'Translations',
  ],
  questions: [
    {
      question: 'What does your company do, and who is your typical customer?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Which pages do you need, and what should each one achieve?',
      questionType: 'textarea',
      required: true,
    },
    { question: 'Do you own a domain? If so, which?', questionType: 'text', required: true },
    { question: 'Which three websites do you like, and why?', questionType: 'textarea', required: false },
    { question: 'Where can we find your logo, colors and pictures?', questionType: 'text', required: false },
  ],
  reviews: [
    {
      customerName: 'Hannah Whitfield',
      customerRole: 'Practice manager',
      customerCompany: 'Aire Valley Physiotherapy',
      rating: 5,
      daysAgo: 9,
      comment: prose(`
        We run a physiotherapy practice in Leeds and our old site had the wrong phone number on it for a
        year because nobody could edit it. The new one took eleven working days, and I changed our
        Christmas hours myself in about two minutes.
      `),
    },
    {
      customerName: 'Rohan Mehta',
      customerRole: 'Head of marketing',
      customerCompany: 'Saffron Components',
      rating: 5,
      daysAgo: 21,
      comment: prose(`
        Clear outline on day two, home page design on day four as promised. The questions they asked
        before designing were better than the brief I had written.
      `),
    },
    {
      customerName: 'Lukas Brandt',
      customerRole: 'Managing director',
      customerCompany: 'Brandt Elektrotechnik',
      rating: 4,
      daysAgo: 34,
      comment: prose(`
        Solid work and really fast on mobile. One star less because our second round of changes crossed a
        weekend and I would have liked a note about that beforehand.
      `),
    },
    {
      customerName: 'Grace Okafor',
      customerRole: 'Operations lead',
      customerCompany: 'Lagoon Freight',
      rating: 5,
      daysAgo: 48,
      comment: prose(`
        Our Lagos office and the team were five hours apart at most, and I always had an answer by lunch.
        Site is clean, loads well even on 3G.
      `),
    },
    {
      customerName: 'Daniel Kowalski',
      customerRole: 'Owner',
      customerCompany: 'Kowalski Joinery',
      rating: 5,
      daysAgo: 67,
      comment: 'Good price, good result.',
    },
    {
      customerName: 'Emily Tran',
      customerRole: 'Founder',
      customerCompany: 'Paper Lantern Events',
      rating: 4,
      daysAgo: 83,
      comment: prose(`
        Happy with the design. I underestimated how much text I'd have to supply, so have that ready
        before you buy. They did tidy up what I sent and it reads much better now.
      `),
    },
    {
      customerName: 'Stefano Rinaldi',
      customerRole: 'Sales director',
      customerCompany: 'Rinaldi Serramenti',
      rating: 5,
      daysAgo: 104,
      comment: prose(`
        They talked me out of a slideshow on the home page and showed me why with numbers from our old
        site. Enquiries went from about four a month to eleven.
      `),
    },
    {
      customerName: "Megan O'Leary",
      customerRole: 'Office manager',
      customerCompany: "O'Leary Accountants",
      rating: 3,
      daysAgo: 131,
      comment: prose(`
        The site itself is good. The contact form went to our spam folder for the first week and I only
        noticed because a client rang. Fixed within the hour once reported, but it should have been tested
        with our mail provider.
      `),
    },
    {
      customerName: 'Arjun Pillai',
      customerRole: 'Co-founder',
      customerCompany: 'Backwater Tours',
      rating: 5,
      daysAgo: 158,
      comment: prose(`
        Third agency we tried in five years, first one that handed over the source code without me asking.
      `),
    },
    {
      customerName: 'Sofie Lindqvist',
      customerRole: 'Project manager',
      customerCompany: 'Lindqvist Arkitekter',
      rating: 5,
      daysAgo: 190,
      comment: prose(`
        We needed something accessible for a public tender. They sent the WCAG report along with the site,
        and the tender office accepted it without questions.
      `),
    },
    {
      customerName: 'Carlos Fuentes',
      customerRole: 'General manager',
      customerCompany: 'Fuentes Agrícola',
      rating: 4,
      daysAgo: 226,
      comment: prose(`
        Very organized. Weekly mail with what was done and what they were waiting for from me. I was the
        slow one.
      `),
    },
    {
      customerName: 'Tom Brannigan',
      customerRole: 'Partner',
      customerCompany: 'Brannigan & Reed Law',
      rating: 5,
      daysAgo: 262,
      comment: "Does exactly what's on the page. Small law firm in Ohio, five pages, no nonsense.",
    },
    {
      customerName: 'Aisha Rahman',
      customerRole: 'Clinic director',
      customerCompany: 'Rahman Dental Care',
      rating: 5,
      daysAgo: 305,
      comment: prose(`
        The editing video is the best part. I forwarded it to our receptionist and she has kept the news
        section going ever since.
      `),
    },
    {
      customerName: 'Pieter van Dijk',
      customerRole: 'Owner',
      customerCompany: 'Van Dijk Fietsen',
      rating: 4,
      daysAgo: 351,
      comment: prose(`
        Nice typography, fast pages. Would have liked a Dutch version in the same package, but that is
        listed as not included, so fair enough.
      `),
    },
    {
      customerName: 'Naomi Fraser',
      customerRole: 'Owner',
      customerCompany: 'Fraser Landscapes',
      rating: 5,
      daysAgo: 402,
      comment: prose(`
        I came with a folder of bad photos and no plan. Left with a site I am no longer embarrassed to put
        on a business card.
      `),
    },
    {
      customerName: 'Kenji Watanabe',
      customerRole: 'IT manager',
      customerCompany: 'Watanabe Precision',
      rating: 2,
      daysAgo: 455,
      comment: prose(`
        Communication was polite but we lost four days because the person handling our project changed in
        the middle. The final site is fine. I expected the handover inside the team to be better than
        this.
      `),
    },
    {
      customerName: 'Isabelle Moreau',
      customerRole: 'Communications lead',
      customerCompany: 'Maison Moreau',
      rating: 5,
      daysAgo: 530,
      comment: 'Delivered two days early. The design needed only one round of changes.',
    },
    {
      customerName: 'Greg Patterson',
      customerRole: 'President',
      customerCompany: 'Patterson Roofing',
      rating: 4,
      daysAgo: 611,
      comment: prose(`
        Still running a year and a half later without a hitch. We have since added two pages ourselves.
      `),
    },
  ],
}
