export interface Service {
  title: string
  text: string
}

/** The lines of service that the about page lists. */
export const services: Service[] = [
  {
    title: 'Web Development',
    text: 'Company sites and web applications that load quickly, meet accessibility standards and are handed over with their source code.',
  },
  {
    title: 'WordPress',
    text: 'Sites your team edits without calling a developer, with few plugins, each chosen for a reason.',
  },
  {
    title: 'Mobile Apps',
    text: 'Apps for iOS and Android from one code base, tested on real phones and submitted to the stores for you.',
  },
  {
    title: 'Cloud Hosting and Services',
    text: 'Migration, backups, monitoring and cost reviews on AWS, Azure, Google Cloud or a provider of your choice.',
  },
  {
    title: 'SEO and Marketing',
    text: 'Technical audits, search foundations and campaigns, reported in figures you can check yourself.',
  },
  {
    title: 'Business Consulting',
    text: 'Independent reviews of systems, costs and suppliers that end in a plan with priorities and prices.',
  },
  {
    title: 'Digital Transformation',
    text: 'One paper-bound process at a time turned into a digital one, together with the people who use it.',
  },
  {
    title: 'E-commerce',
    text: 'Online stores with payment, shipping and tax set up, and a team beside you in the first week of selling.',
  },
  {
    title: 'PHP Upgrades',
    text: 'Applications moved to a supported PHP version, with tests that prove they behave as before.',
  },
  {
    title: 'Laravel Modernization',
    text: 'Old Laravel applications raised release by release to a current version, with tests and safe deployments.',
  },
]
