import type { App, Services } from '../../app-type.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { couponRoutes } from './coupon-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { jobRoutes } from './job-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { refundRoutes } from './refund-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Every list answers a plain array, its full count in `X-Total-Count`. */
export function adminRoutes(app: App, services: Services): void {
  assignmentRoutes(app, services)
  catalogueRoutes(app, services)
  couponRoutes(app, services)
  exportRoutes(app, services)
  jobRoutes(app, services)
  moneyRoutes(app, services)
  orderRoutes(app, services)
  overviewRoutes(app, services)
  refundRoutes(app, services)
  userRoutes(app, services)
}
