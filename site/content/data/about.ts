import { brand } from '../../../api/contract/brand.ts'

export interface Statement {
  title: string
  text: string
}

export const vision: Statement = {
  title: 'Our vision',
  text: 'A market in which buying IT services is as clear as buying any other product: a company of any size, in any country, sees what it will get, what it will cost and when it will be ready, and can rely on all three.',
}

export const mission: Statement = {
  title: 'Our mission',
  text: 'We turn two decades of project work into packages with a fixed scope, a fixed price and a delivery time in business days. We say what is not included, we tell clients early when something changes, and we stand behind what we deliver.',
}

/** The about page's last word: the way to the packages. */
export const callToServices = {
  title: `See what ${brand.name} can do for you`,
  text: 'Every package lists its price, its delivery time, what you get and what you do not get.',
  label: 'View our services',
  href: '/',
}
