/** Buying on account: project details, and an invoice instead of a payment. */
import type { ReactNode } from 'react'

import type { Cart } from '#cart/contract.ts'
import { useTotalRise } from '#cart/total-rise.tsx'
import { useTermsVersion } from '#cart/use-terms-version.ts'
import { ProjectFields } from '#orders/project-fields.tsx'

import type { InvoicingAccount } from '../contract.ts'
import { useSelfInvoice } from '../use-self-invoice.ts'
import { CheckoutStep } from './checkout-step.tsx'

import css from './purchase.module.css'

const FORM_ID = 'project-details'

type OnAccountProps = { cart: Cart; account: Pick<InvoicingAccount, 'net_days'>; children: ReactNode }

export const OnAccount = ({ cart, account, children }: OnAccountProps) => {
  const terms_version = useTermsVersion()
  const { form, submit } = useSelfInvoice(cart, terms_version)
  const rise = useTotalRise(cart)
  const { register, formState } = form
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  return (
    <CheckoutStep
      terms_version={terms_version}
      cart={cart}
      title="Project Details"
      label="Create invoice"
      error={errors.root?.message}
      rise={rise}
      note={`Nothing is charged now. The invoice is due within ${account.net_days} days, and counts against your workspace’s credit limit until it is paid.`}
      busy={(isSubmitting || isSubmitSuccessful) && 'Creating your invoice…'}
      onComplete={() => void submit()}
    >
      {children}
      <form
        id={FORM_ID}
        className={css.project}
        noValidate
        onSubmit={event => (rise === null ? void submit(event) : event.preventDefault())}
      >
        <ProjectFields register={register} errors={errors} wideClassName={css.wide} />
      </form>
    </CheckoutStep>
  )
}
