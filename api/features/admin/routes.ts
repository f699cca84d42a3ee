import type { App, Services } from '../../app-type.ts'
import { assignmentRoutes } from '../assignments/admin-routes.ts'
import { catalogueRoutes } from '../catalogue/admin-routes.ts'
import { couponRoutes } from '../coupons/admin-routes.ts'
import { jobRoutes } from '../operation/admin-routes.ts'
import { orderRoutes } from '../orders/admin-routes.ts'
import { overviewRoutes } from '../overview/routes.ts'
import { refundRoutes } from '../payments/refund-routes.ts'
import { moneyRoutes } from '../payments/stray-money-routes.ts'
import { userRoutes } from '../users/routes.ts'
import { exportRoutes } from './export-routes.ts'

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
