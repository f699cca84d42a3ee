/** Visitors, buyers, customers, staff and admins use the shop at the same time. No call may be lost. */
import { randomUUID } from 'node:crypto'
import { DEMO_ACCOUNTS } from '#db/seeds/accounts.ts'
import { gatherEverybody } from '#e2e/load/everybody.ts'
import { type Loops, startLoops } from '#e2e/load/loops.ts'
import { FORM, Person, type Shop } from '#e2e/load/person.ts'

const PAUSE_MS = 250
const SCRIPTS = /\/_astro\/[\w.-]+\.js/g
const PAGES = ['/', '/about', '/packages/business-website', '/embed/business-website']

export interface Crowd extends Loops {
  /** Ids of the paid orders. */
  readonly sold: readonly number[]
}

/** @returns what a buyer asks for at the checkout */
export async function chooseFirst(buyer: Person, email: string) {
  const [item] = await buyer.read<{ id: number; price: string }[]>('/api/packages')
  return { packageId: item?.id, finalAmount: item?.price, userData: { ...FORM, email } }
}

export async function gatherCrowd(shop: Shop): Promise<Crowd> {
  const sold: number[] = []
  const visitor = new Person(shop)
  // The scripts of the current page, which stays open in a browser during the upgrade.
  const scripts = new Set((await visitor.ask('GET', '/dashboard')).text.match(SCRIPTS))
  const readAll = async (paths: Iterable<string>) => {
    for (const path of paths) await visitor.ask('GET', path)
  }
  const buy = async (isVerified: boolean) => {
    const buyer = new Person(shop)
    const order = await buyer.placeOrder(await chooseFirst(buyer, `buyer-${randomUUID()}@example.com`))
    const receipt = await buyer.pay(order)
    sold.push(order.orderId)
    if (isVerified) await buyer.verify(order, receipt)
  }
  const everybody = await gatherEverybody(shop, { ...DEMO_ACCOUNTS, couponCode: 'WELCOME10', sold })
  const loops = startLoops(
    {
      ...everybody,
      pages: () => readAll(PAGES),
      scripts: () => readAll(scripts),
      buyer: () => buy(true),
      // Only the webhook tells the shop of the payment.
      'a buyer who closes the tab': () => buy(false),
    },
    PAUSE_MS,
  )
  return { ...loops, sold }
}
