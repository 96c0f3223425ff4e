import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { mailDeclined, mailQuote } from './mails.server.ts'
import { mailBuyersOfWithdrawn, mailSalesOfWithdrawn } from './withdrawn.server.ts'

export const quotesReactions = (deps: Deps): Reaction[] => [
  reaction('quotes.mail-sent', 'quote.sent', news => mailQuote(deps, news)),
  reaction('quotes.mail-declined', 'quote.declined', ({ quote_id }) => mailDeclined(deps, quote_id)),
  reaction('quotes.mail-buyers-withdrawn', 'clips.withdrawn', news => mailBuyersOfWithdrawn(deps, news)),
  reaction('quotes.mail-sales-withdrawn', 'clips.withdrawn', news => mailSalesOfWithdrawn(deps, news)),
]
