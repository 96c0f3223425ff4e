import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { mailDeclined, mailQuote } from './mails.server.ts'

export const quotesReactions = (deps: Deps): Reaction[] => [
  reaction('quotes.mail-sent', 'quote.sent', news => mailQuote(deps, news)),
  reaction('quotes.mail-declined', 'quote.declined', ({ quote_id }) => mailDeclined(deps, quote_id)),
]
