import { WARRANTY_DAYS } from '../../../api/contract/promises.ts'

/** The header's rotating lines: twenty, each at most 60 characters (docs/product.md, Header). */
export const taglines: string[] = [
  'IT services in packages: a fixed price and a clear scope',
  '20+ years of experience, 500+ projects delivered',
  'Know the price, the scope and the date before you buy',
  'Websites that load fast and are easy to keep up to date',
  'Mobile apps for iOS and Android, built to last',
  'WordPress sites your own team can edit',
  'Online stores, from first product to first order',
  'Move to the cloud with a rehearsed switch-over',
  'Be found by the customers who are looking for you',
  'From paper forms to digital work, one process at a time',
  'PHP upgrades that keep your application running',
  'Laravel applications brought up to date, step by step',
  'Advice from engineers who also build and run systems',
  'Teams in India, the UK and the USA',
  '6 global offices, one team answerable to you',
  `A ${WARRANTY_DAYS}-day warranty on the work we deliver`,
  'Pay by card, answer a few questions, and work begins',
  'Follow every order and invoice on your dashboard',
  'Support around the clock, across all time zones',
  'Looking after business systems since 2004',
]
