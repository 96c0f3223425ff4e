/** The page of an invoice's payment link: pay by card, or see the account for a transfer. It needs no login. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

import { formatLongDate } from '#orders/dates.ts'
import { CardForm } from '#payments/card-form.tsx'
import { useCardForm } from '#payments/use-card-form.ts'
import { useCaptcha } from '#platform/captcha/use-captcha.ts'
import { call } from '#platform/http/call.ts'
import { createOperation } from '#platform/http/operation.ts'
import { callForPage, getThrownStatus, pageMeta } from '#platform/http/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import { getLinkedInvoice, getLinkedInvoiceToken, payLinkedInvoice, type LinkedInvoice } from '../contract.ts'
import type { Route } from './+types/pay'

import css from './pay.module.css'

export const handle = { footer: false }

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: loaderData?.invoice ? `Invoice ${loaderData.invoice.number}` : 'Invoice', noindex: true })

/** The URL is a secret, so no other page gets it as a referrer, and no cache keeps the page. */
export const headers = () => ({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })

/** `invoice` is null for a link that we did not issue. */
export const loader = async (args: Route.LoaderArgs) => {
  const { number, signature } = args.params
  const reply = await callForPage(args, getLinkedInvoice, { params: { number, signature } }).catch((error: unknown) => {
    if ([404, 422].includes(getThrownStatus(error) ?? 0)) return null
    throw error
  })
  return { invoice: reply?.data ?? null }
}

const closedTexts = {
  confirming: { title: 'The payment is being confirmed', text: 'This takes a moment. Please don’t pay again.' },
  paid: { title: 'This invoice is paid', text: 'Thank you. There is nothing left to pay.' },
  canceled: { title: 'This invoice was canceled', text: 'There is nothing to pay.' },
} as const

const POLL_MS = 3_000

export default function PayInvoice({ loaderData: { invoice }, params }: Route.ComponentProps) {
  const company = useCompany()
  const { revalidate } = useRevalidator()
  const isConfirming = invoice?.state === 'confirming'
  useEffect(() => {
    if (!isConfirming) return
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isConfirming, revalidate])
  return (
    <div className={css.page}>
      {invoice === null ? (
        <>
          <h1>We can’t find this invoice</h1>
          <p className={css.soft}>
            Check the address against your invoice, or write to <a href={`mailto:${company.email}`}>{company.email}</a>.
          </p>
        </>
      ) : invoice.payment === null ? (
        <ClosedInvoice invoice={invoice} />
      ) : (
        <OpenInvoice number={invoice.number} payment={invoice.payment} link={params} />
      )}
    </div>
  )
}

const ClosedInvoice = ({ invoice: { number, state } }: { invoice: LinkedInvoice }) => {
  const { title, text } = closedTexts[state === 'open' ? 'confirming' : state]
  return (
    <>
      <h1>{title}</h1>
      <p className={css.soft} role="status">
        Invoice <span className="mono">{number}</span>. {text}
      </p>
    </>
  )
}

type OpenInvoiceProps = {
  number: string
  payment: NonNullable<LinkedInvoice['payment']>
  link: { number: string; signature: string }
}

const OpenInvoice = ({ number, payment: { total, due_at, fingerprint, bank }, link }: OpenInvoiceProps) => {
  const { name } = useCompany()
  const { pay, error, busy, card, captchaProps } = useLinkPayment(link, fingerprint, total.unformatted)
  return (
    <>
      <h1>Invoice {number}</h1>
      <p className={css.soft}>
        {total.formatted} to {name}
        {due_at && <>, due on {formatLongDate(due_at)}</>}
      </p>
      <section className={css.part} aria-labelledby="by-card" {...captchaProps}>
        <h2 id="by-card">Pay by card</h2>
        <CardForm card={card} />
        {error && <Banner kind="danger">{error}</Banner>}
        <Button
          kind="primary"
          size="xl"
          wide
          disabled={card.status !== 'ready'}
          busy={busy && 'Processing payment…'}
          onClick={pay}
        >
          Pay {total.formatted}
        </Button>
        <p className={css.soft}>Your card goes straight to our payment provider. We never see its number.</p>
      </section>
      {bank.length > 0 && (
        <section className={css.part} aria-labelledby="by-transfer">
          <h2 id="by-transfer">Pay by bank transfer</h2>
          <ul className={css.bank}>
            {bank.map(line => (
              <li key={line}>{line}</li>
            ))}
            <li>
              Reference: <span className="mono">{number}</span>
            </li>
          </ul>
        </section>
      )}
    </>
  )
}

const LOST_TEXT =
  'We lost the connection before the answer came. Please press the button again: you will not be charged twice.'

type LinkPaymentBody = {
  nonce: string
  seen: string
  device_data?: string
  'g-recaptcha-response'?: string | undefined
}

/** One operation keeps its key and its nonce until a definite response, however often it is sent. */
const useLinkPayment = (params: OpenInvoiceProps['link'], seen: string, amount_cents: number) => {
  const { revalidate } = useRevalidator()
  const [operation] = useState(() => createOperation<LinkPaymentBody>())
  const isPaying = useRef(false)
  const captcha = useCaptcha('checkout_form')
  const payment = useMutation({
    mutationFn: async () => {
      const { body, ...options } = await operation.begin(async () => {
        const { nonce, device_data } = await card.tokenize(amount_cents)
        return { nonce, seen, ...(device_data && { device_data }), 'g-recaptcha-response': await captcha.take() }
      })
      try {
        await call(payLinkedInvoice, { params, body }, options)
      } catch (error) {
        operation.failed(error)
        throw new Error(error instanceof Refusal ? toUserMessage(error, LOST_TEXT) : LOST_TEXT, { cause: error })
      }
    },
    onSuccess: () => revalidate(),
    onError: ({ cause }) => (cause instanceof Refusal && cause.status === 409 ? revalidate() : undefined),
    onSettled: () => {
      isPaying.current = false
    },
  })
  const pay = () => {
    if (isPaying.current) return
    isPaying.current = true
    payment.mutate()
  }
  const card = useCardForm({
    onSubmit: pay,
    onEdit: () => payment.isError && payment.reset(),
    loadToken: async () => (await call(getLinkedInvoiceToken, { params })).data.client_token,
  })
  return { pay, card, busy: payment.isPending, error: payment.error?.message, captchaProps: captcha.formProps }
}
