/** What the address of the room asks for; what it cannot mean is left out. */
import { orderStates } from '#orders/states.ts'
import { isDay } from '#workspaces/audit-contract.ts'

import { staffOrderSorts } from '../contract.ts'

const dayIn = (text: string | null) => (text !== null && isDay(text) ? text : undefined)

export const ordersQuery = (asked: URLSearchParams) => {
  const page = asked.get('page') ?? ''
  return {
    state: orderStates.find(one => one === asked.get('state')),
    sort: staffOrderSorts.find(one => one === asked.get('sort')),
    from: dayIn(asked.get('from')),
    to: dayIn(asked.get('to')),
    search: asked.get('search')?.replaceAll('\0', '').slice(0, 200) || undefined,
    page: /^[1-9]\d{0,5}$/.test(page) ? page : undefined,
  }
}
