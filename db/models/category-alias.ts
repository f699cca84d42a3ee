import { Model } from 'objection'

/** What a category was called before. */
export class CategoryAlias extends Model {
  static override tableName = 'category_aliases'
  static override idColumn = 'name'

  declare name: string
  declare categoryId: number
}
