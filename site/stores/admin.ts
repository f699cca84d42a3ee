/** Data of the admin area: pages of its lists, kept while it is open, and what happens when the right is taken away. */
import { nanoquery } from '@nanostores/query'
import { atom } from 'nanostores'
import type { User } from '../../api/contract/auth.ts'
import { ApiError, type CallOptions, callApi, fetchApi } from '../client/api.ts'
import { setUser } from './session.ts'

/** Repeated because contract/paging, where it is defined, would bring zod into the page. */
const TOTAL_COUNT_HEADER = 'x-total-count'

/** The area is open and the API says that it must not be. */
export const $isDenied = atom(false)

export interface ListPage<Row> {
  rows: Row[]
  /** Of the whole list, not of the page. */
  total: number
}
