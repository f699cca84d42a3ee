import { Model } from 'objection'

export class Category extends Model {
  static override tableName = 'categories'

  declare id: number
  /** Packages refer to it. */
  declare name: string
  declare description: string
  declare imageUrl: string
  /** Empty: the picture only decorates. */
  declare imageAlt: string
  /** From 0, without gaps. */
  declare position: number
  declare isHidden: boolean
}

/** What a category was called before. */
export class CategoryAlias extends Model {
  static override tableName = 'category_aliases'
  static override idColumn = 'name'

  declare name: string
  declare categoryId: number
}
