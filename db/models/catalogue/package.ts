import { Model } from 'objection'
import { belongsTo } from '#db/models/platform/relation.ts'

export class Package extends Model {
  static override tableName = 'packages'
  static override jsonAttributes = ['otherPrices', 'paymentPlan']

  declare id: number
  declare slug: string
  declare name: string
  declare description: string
  declare longDescription: string
  declare priceCents: number
  declare currency: string
  /** Prices in other currencies: minor units by currency code. */
  declare otherPrices: Record<string, number>
  /** Shares in percent; null: paid at once. */
  declare paymentPlan: { label: string; share: number; due: 'purchase' | 'delivered' | 'accepted' }[] | null
  declare category: string
  declare imageUrl: string
  /** Empty for a decorative picture. */
  declare imageAlt: string
  declare deliveryDays: number
  declare features: string[]
  declare whatYouGet: string[]
  declare whatYouDontGet: string[]
  declare isActive: boolean
  /** True for the one hidden package that orders from offers belong to. */
  declare isCustom: boolean
  /** How many changes to a delivery the price includes. Null: changes are not counted. */
  declare includedChanges: number | null
  /** Incremented by each save that changes something. */
  declare version: number
  declare createdAt: Date
  declare updatedAt: Date
}

export class PackageQuestion extends Model {
  static override tableName = 'package_questions'

  declare id: number
  declare packageId: number
  declare question: string
  declare questionType: 'text' | 'textarea' | 'files'
  declare required: boolean
  declare position: number
  declare retiredAt: Date | null
  /** The only order that this question is asked for, set by an offer. The question is retired for all other orders. */
  declare onlyOrderId: number | null
  declare package?: Package

  static override relationMappings = () => ({
    package: belongsTo(Package, 'package_questions.packageId'),
  })
}

export class Category extends Model {
  static override tableName = 'categories'

  declare id: number
  /** Packages reference a category by name. */
  declare name: string
  declare description: string
  declare imageUrl: string
  /** Empty for a decorative picture. */
  declare imageAlt: string
  /** From 0, without gaps. */
  declare position: number
  declare isHidden: boolean
}

/** A former name of a category. */
export class CategoryAlias extends Model {
  static override tableName = 'category_aliases'
  static override idColumn = 'name'

  declare name: string
  declare categoryId: number
}
