import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { postOrder } from './ledger.server.ts'

export const earningsReactions = ({ db }: Pick<Deps, 'db'>): Reaction[] => [
  reaction('earnings.post-placed', 'order.placed', ({ order_id }) => postOrder(db, order_id)),
  reaction('earnings.post-moved', 'order.moved', ({ order_id }) => postOrder(db, order_id)),
]
