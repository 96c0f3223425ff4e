import { useQueryClient } from '@tanstack/react-query'
import { redirect } from 'react-router'

import { CartLicenses } from '#cart/cart-licenses.tsx'
import { CartSummary } from '#cart/cart-summary.tsx'
import { ReturnLink } from '#cart/return-link.tsx'
import { StepPage } from '#cart/step-page.tsx'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'
import { callKey, useCall } from '#platform/http/query.ts'

import { getQuote } from '../contract.ts'
import { QuoteActions } from '../parts/quote-actions.tsx'
import { QuoteDetails } from '../parts/quote-details.tsx'
import { QuoteNumbers } from '../quote-numbers.tsx'
import type { Route } from './+types/quote'

import css from './quote.module.css'

export const handle = { footer: false }

const LIST_PATH = '/workspace/quotes'

export const loader = async (args: Route.LoaderArgs) => {
  const input = { params: { number: args.params.number } }
  const reply = await callForPage(args, getQuote, input).catch((error: unknown) => {
    const status = getThrownStatus(error)
    // The list page explains that the role does not include quotes.
    throw status === 403 || status === 404 || status === 422 ? redirect(LIST_PATH) : error
  })
  return { input, reply }
}

export const meta = ({ params, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: `Quote ${params.number}`, noindex: true })

export default function QuotePage({ loaderData: { input, reply } }: Route.ComponentProps) {
  const client = useQueryClient()
  const quote = useCall(getQuote, input, { initial: reply }).data?.data ?? reply.data
  return (
    <StepPage
      title={
        <>
          Quote <span className={css.number}>{quote.number}</span>
        </>
      }
      action={<ReturnLink to={LIST_PATH}>All quotes</ReturnLink>}
      line
      summary={
        <CartSummary
          cart={quote.cart}
          isFixed
          isFinal={quote.cart.tax !== null}
          numbers={
            quote.state === 'open' &&
            quote.cart.can_purchase && (
              <QuoteNumbers
                number={quote.number}
                cart={quote.cart}
                onSaved={() => client.invalidateQueries({ queryKey: callKey(getQuote, input) })}
              />
            )
          }
          action={<QuoteActions quote={quote} />}
        />
      }
    >
      <QuoteDetails quote={quote} />
      <CartLicenses cart={quote.cart} />
    </StepPage>
  )
}
