import { WARRANTY_DAYS } from '../../../api/contract/promises.ts'

/** A selling point of the home page's hero, which shows three of these nine at a time. */
export interface Highlight {
  title: string
  text: string
  /** The name of an icon of lucide-react. */
  icon: string
}

export const highlights: Highlight[] = [
  {
    title: 'Fixed prices, in writing',
    text: 'Every package names its price, what you get and what you do not get.',
    icon: 'ReceiptText',
  },
  {
    title: 'Delivery in business days',
    text: 'Each package shows its delivery time and the date it leads to before you pay.',
    icon: 'CalendarCheck',
  },
  {
    title: `${WARRANTY_DAYS}-day warranty`,
    text: 'What we deliver is corrected free of charge if it does not do what was agreed.',
    icon: 'ShieldCheck',
  },
  {
    title: '20+ years of experience',
    text: 'We have built and looked after business systems since 2004.',
    icon: 'Award',
  },
  {
    title: '500+ projects delivered',
    text: 'Websites, apps, stores and cloud systems for companies of every size.',
    icon: 'PackageCheck',
  },
  {
    title: '6 global offices',
    text: 'From Jaipur to London and New York, someone is at work when you are.',
    icon: 'Globe',
  },
  {
    title: 'Secure card payment',
    text: 'Your card details go straight to the payment provider and never reach our servers.',
    icon: 'CreditCard',
  },
  {
    title: 'Orders you can follow',
    text: 'Your dashboard keeps the status, the questions and the invoice of every order.',
    icon: 'LayoutDashboard',
  },
  {
    title: 'Support across time zones',
    text: 'Emergencies are answered within 2 hours, day or night, weekends included.',
    icon: 'LifeBuoy',
  },
]
