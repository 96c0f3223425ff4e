/** The endpoint of a consumer's withdrawal. */
import { OrderDetail, OrderParam } from '#orders/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

export const withdrawOrder = endpoint('POST', '/workspace/orders/:id/withdrawal', {
  summary: 'Withdraw from the clips of an order that were not downloaded, as a consumer within 14 days',
  who: 'signed_in',
  params: OrderParam,
  reply: OrderDetail,
  per_minute: 30,
})
