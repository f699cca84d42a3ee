export interface Service {
  title: string
  text: string
  /** A file of site/public/illustrations, without its ending. */
  picture: string
}

/** The lines of service that the about page lists. */
export const services: Service[] = [
  {
    title: 'Web Development',
    text: 'Company sites and web applications that load quickly, meet accessibility standards and are handed over with their source code.',
    picture: 'web-development',
  },
  {
    title: 'WordPress',
    text: 'Sites your team edits without calling a developer, with few plugins, each chosen for a reason.',
    picture: 'wordpress',
  },
  {
    title: 'Mobile Apps',
    text: 'Apps for iOS and Android from one code base, tested on real phones and submitted to the stores for you.',
    picture: 'mobile-apps',
  },
  {
    title: 'Cloud Hosting and Services',
    text: 'Migration, backups, monitoring and cost reviews on AWS, Azure, Google Cloud or a provider of your choice.',
    picture: 'cloud-services',
  },
  {
    title: 'SEO and Marketing',
    text: 'Technical audits, search foundations and campaigns, reported in figures you can check yourself.',
    picture: 'seo-marketing',
  },
  {
    title: 'Business Consulting',
    text: 'Independent reviews of systems, costs and suppliers that end in a plan with priorities and prices.',
    picture: 'business-consulting',
  },
  {
    title: 'Digital Transformation',
    text: 'One paper-bound process at a time turned into a digital one, together with the people who use it.',
    picture: 'digital-transformation',
  },
  {
    title: 'E-commerce',
    text: 'Online stores with payment, shipping and tax set up, and a team beside you in the first week of selling.',
    picture: 'e-commerce',
  },
  {
    title: 'PHP Upgrades',
    text: 'Applications moved to a supported PHP version, with tests that prove they behave as before.',
    picture: 'php-upgrade',
  },
  {
    title: 'Laravel Modernization',
    text: 'Old Laravel applications raised release by release to a current version, with tests and safe deployments.',
    picture: 'laravel-modernization',
  },
]
