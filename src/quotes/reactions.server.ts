import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { mailDeclined, mailQuote } from './mails.server.ts'
import { mailWithdrawnToBuyers, mailWithdrawnToSales } from './withdrawn-clips.server.ts'

export const quotesReactions = (deps: Deps): Reaction[] => [
  reaction('quotes.mail-sent', 'quote.sent', event => mailQuote(deps, event)),
  reaction('quotes.mail-declined', 'quote.declined', ({ quote_id }) => mailDeclined(deps, quote_id)),
  reaction('quotes.mail-buyers-withdrawn', 'clips.withdrawn', event => mailWithdrawnToBuyers(deps, event)),
  reaction('quotes.mail-sales-withdrawn', 'clips.withdrawn', event => mailWithdrawnToSales(deps, event)),
]
