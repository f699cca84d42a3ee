import * as z from 'zod'
import { ImageAlt, ImageUrl } from './admin.ts'
import { boundedText } from './text.ts'

/** A category that has a package in the shop. Packages name theirs by `name`. */
export const Category = z.object({
  name: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  imageAlt: z.string().describe('for who cannot see the picture; empty where it only decorates'),
  isHidden: z.boolean().describe('left out of tiles and filters; its packages are in the shop'),
  formerNames: z.array(z.string()).describe('addresses with one of these lead on to it'),
  fromPrice: z.number().describe('dollars, of its cheapest package in the shop'),
})
export type Category = z.infer<typeof Category>

export const AdminCategory = Category.omit({ fromPrice: true }).extend({
  id: z.int(),
  packageCount: z.int().describe('the inactive packages too'),
})
export type AdminCategory = z.infer<typeof AdminCategory>

export const CreateCategoryBody = z.object({
  name: boundedText({ min: 1, max: 60, label: 'Name', message: 'Name is required' }),
  description: boundedText({ min: 1, max: 200, label: 'Text', message: 'Text is required' }),
  imageUrl: ImageUrl.check(z.refine((url) => url !== '', 'Picture is required')),
  imageAlt: ImageAlt,
  isHidden: z.boolean().optional(),
})
export type CreateCategoryBody = z.infer<typeof CreateCategoryBody>

/** Any part of a category; what is left out stays. `position` is its new place, from 0; one behind the end is the last. */
export const UpdateCategoryBody = CreateCategoryBody.partial().extend({
  position: z.int('Position must be a whole number').min(0).max(10_000).optional(),
})
export type UpdateCategoryBody = z.infer<typeof UpdateCategoryBody>
