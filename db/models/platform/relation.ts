import { Model } from 'objection'

/** @example belongsTo(User, 'sessions.userId') // the user with the id in that column */
export const belongsTo = (modelClass: { tableName: string } & typeof Model, from: string) => ({
  relation: Model.BelongsToOneRelation,
  modelClass,
  join: { from, to: `${modelClass.tableName}.id` },
})
