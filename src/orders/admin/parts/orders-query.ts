/** Reads the filters of the order list from the URL; ignores invalid values. */

import { parseDay } from '#platform/day.ts'

import { orderStates } from '../../states.ts'
import { orderDateKinds, staffOrderSorts } from '../contract.ts'

export const ordersQuery = (params: URLSearchParams) => {
  const page = params.get('page') ?? ''
  return {
    state: orderStates.find(sort => sort === params.get('state')),
    sort: staffOrderSorts.find(sort => sort === params.get('sort')),
    dated: orderDateKinds.find(kind => kind === params.get('dated')),
    waits: params.get('waits') === 'refund' ? ('refund' as const) : undefined,
    from: parseDay(params.get('from')),
    to: parseDay(params.get('to')),
    search: params.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}
