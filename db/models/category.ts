import { Model } from 'objection'

export class Category extends Model {
  static override tableName = 'categories'

  declare id: number
  /** Packages refer to the category by its name. */
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
