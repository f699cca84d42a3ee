import { prose, type SeedPackage } from './seed-package.ts'

export const wordpressWebsite: SeedPackage = {
  slug: 'wordpress-website',
  name: 'WordPress Website',
  category: 'Web Development',
  description: prose(`
    A block-based WordPress site with a light custom theme, your content moved in and an editor your team
    will enjoy using.
  `),
  longDescription: prose(`
    WordPress is a good choice when several people publish often. It turns slow and fragile when it is
    assembled from a heavy theme and thirty plugins. We build a light theme of our own with a set of
    content blocks made for you, and keep to a short list of plugins with a good maintenance record.

    We move up to 40 existing pages or posts, keep their addresses or redirect the old ones, and set up
    roles so that authors can write while only editors publish. Backups run every night and are stored
    outside your hosting account; we restore one in front of you before handover.

    You receive a one-hour live training for up to five people, recorded. The site carries a 30-day
    warranty, which covers our theme, our blocks and every plugin we chose.
  `),
  priceCents: 89_900,
  deliveryDays: 10,
  imageUrl: '/illustrations/wordpress.svg',
  features: [
    'Custom block theme, no page builder',
    'Up to 40 pages or posts moved for you',
    'Redirects from every old address',
    'Fewer than ten plugins, all maintained',
    'Nightly off-site backups, restore tested',
    'One-hour live training, recorded',
  ],
  whatYouGet: [
    'A custom theme with 8 to 12 content blocks',
    'Your content moved, with pictures resized',
    'Author and editor roles set up',
    'Login hardening and automatic security updates',
    'Recorded training for up to five people',
    '30-day warranty on the delivered work',
  ],
  whatYouDontGet: [
    'New texts, pictures or translations',
    'Licenses for paid plugins',
    'An online shop: see the Online Store package',
    'Hosting fees',
    'Ongoing maintenance after the warranty',
  ],
  questions: [
    {
      question: 'What is the address of your current site, if you have one?',
      questionType: 'text',
      required: false,
    },
    {
      question: 'Who will write and who will publish, and how often?',
      questionType: 'textarea',
      required: true,
    },
    {
      question: 'Which content types do you need (pages, news, events, team, case studies)?',
      questionType: 'textarea',
      required: true,
    },
    { question: 'Where is the site hosted, or where should it be?', questionType: 'text', required: false },
    { question: 'Which plugins or integrations must stay?', questionType: 'textarea', required: false },
  ],
  reviews: [
    {
      customerName: 'Rebecca Sloan',
      customerRole: 'Director',
      customerCompany: 'Harbour Light Charity',
      rating: 5,
      daysAgo: 5,
      comment: prose(`
        Our charity had a page builder site that took nine seconds to load. The new one has real blocks
        that match our brand, so volunteers cannot break the layout anymore. Trust me, they tried.
      `),
    },
    {
      customerName: 'Vikram Desai',
      customerRole: 'Editor',
      customerCompany: 'Desai Weekly',
      rating: 5,
      daysAgo: 18,
      comment: prose(`
        Moved 38 posts with the dates and authors intact and every old link redirects. Checked them all.
      `),
    },
    {
      customerName: 'Anneke Visser',
      customerRole: 'Head of communications',
      customerCompany: 'Visser Bouw',
      rating: 4,
      daysAgo: 40,
      comment: prose(`
        Good theme, very tidy code. The training was a little fast for our older colleagues, but the
        recording solved that.
      `),
    },
    {
      customerName: 'James Whitaker',
      customerRole: 'Managing director',
      customerCompany: 'Whitaker Surveys',
      rating: 5,
      daysAgo: 61,
      comment: prose(`
        They removed 23 plugins. I didn't notice a single missing function, only that the admin got fast.
      `),
    },
    {
      customerName: 'Fatima Al Suwaidi',
      customerRole: 'Marketing director',
      customerCompany: 'Al Suwaidi Interiors',
      rating: 4,
      daysAgo: 88,
      comment: prose(`
        Professional from the first mail. Arabic text sits well in the layout although right-to-left was
        not on their list, they just made sure it worked.
      `),
    },
    {
      customerName: 'Olivia Hart',
      customerRole: 'Operations manager',
      customerCompany: 'Hart Veterinary Group',
      rating: 5,
      daysAgo: 117,
      comment: prose(`
        The restore test is what sold me. They deleted the staging site on a call and brought it back in
        six minutes.
      `),
    },
    {
      customerName: 'Marek Novotny',
      customerRole: 'IT manager',
      customerCompany: 'Novotny Pivovar',
      rating: 3,
      daysAgo: 149,
      comment: prose(`
        Result is good. Ten business days became thirteen because two plugins we insisted on did not get
        along with the new theme. They were open about it and it was partly our decision, still three days
        are three days.
      `),
    },
    {
      customerName: 'Chloe Nguyen',
      customerRole: 'Brand manager',
      customerCompany: 'Nguyen Skincare',
      rating: 5,
      daysAgo: 171,
      comment: 'Quick, friendly, tidy. Would use again for our second brand.',
    },
    {
      customerName: 'Bruno Teixeira',
      customerRole: 'Publisher',
      customerCompany: 'Teixeira Guias',
      rating: 5,
      daysAgo: 208,
      comment: prose(`
        Traffic from search stayed level through the move, which was my biggest fear. In the second month
        it went up by 14 percent.
      `),
    },
    {
      customerName: 'Siobhan Kelly',
      customerRole: 'Programme manager',
      customerCompany: 'Kelly Arts Centre',
      rating: 4,
      daysAgo: 247,
      comment: prose(`
        Editors love it. I only wish the events block supported recurring dates; that turned out to be
        extra work outside the package.
      `),
    },
    {
      customerName: 'Ravi Chandran',
      customerRole: 'Technical lead',
      customerCompany: 'Chandran Academy',
      rating: 5,
      daysAgo: 291,
      comment: prose(`
        Clean handover with a list of every plugin, why it is there and what to use instead if it gets
        abandoned. I have never been given that before.
      `),
    },
    {
      customerName: 'Laura Schmid',
      customerRole: 'Editor in chief',
      customerCompany: 'Schmid Magazin',
      rating: 5,
      daysAgo: 344,
      comment: prose(`
        Very pleasant to work with. The roles setup means our interns can draft without going live by
        accident.
      `),
    },
    {
      customerName: 'Andre Williams',
      customerRole: 'Marketing manager',
      customerCompany: 'Williams Packaging',
      rating: 2,
      daysAgo: 398,
      comment: prose(`
        We needed it live on a fixed date for a trade show and it was ready the evening before. It worked
        out, but I did not enjoy that week. Tell them about hard dates on day one, and I'd ask them to
        plan for that.
      `),
    },
    {
      customerName: 'Yuki Tanabe',
      customerRole: 'Office manager',
      customerCompany: 'Tanabe Law Office',
      rating: 5,
      daysAgo: 463,
      comment: 'Everything delivered as described.',
    },
    {
      customerName: 'Peter Lindgren',
      customerRole: 'Owner',
      customerCompany: 'Lindgren Båtar',
      rating: 4,
      daysAgo: 549,
      comment: prose(`
        Good value. The backup notifications were noisy at first, one mail each night, changed on request
        to failures only.
      `),
    },
  ],
}
