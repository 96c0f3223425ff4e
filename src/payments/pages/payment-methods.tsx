import { CreditCard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'

import { pageContext } from '#platform/http/context.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useToast } from '#ui/toast.tsx'
import {
  getAbilities,
  getCurrentWorkspace,
  getWorkspaceBilling,
  type BillingInformation,
} from '#workspaces/contract.ts'
import { PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import { ownerOf } from '../bank-account.ts'
import { listMethods, type PaymentMethod } from '../methods-contract.ts'
import { MethodRow } from '../parts/method-row.tsx'
import { requirePaymentDocument } from '../payment-document.ts'
import type { Route } from './+types/payment-methods'

import css from './payment-methods.module.css'

const AddMethod = lazy(() => import('../parts/add-method.tsx').then(module => ({ default: module.AddMethod })))
const DeleteMethod = lazy(() => import('../parts/delete-method.tsx').then(module => ({ default: module.DeleteMethod })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Payment methods', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const [{ data: abilities }, { data: workspace }] = await Promise.all([
    callForPage(args, getAbilities, {}),
    callForPage(args, getCurrentWorkspace, {}),
  ])
  const can_change = abilities.can_change_billing_settings
  return {
    workspace: { id: workspace.id, name: workspace.name },
    methods: abilities.can_purchase ? (await callForPage(args, listMethods, {})).data : undefined,
    can_change,
    billed: can_change ? (await callForPage(args, getWorkspaceBilling, {})).data.details.billing_information : null,
    is_rehearsal: args.context.get(pageContext).sandbox_url !== undefined,
  }
}

export const clientLoader = async (args: Route.ClientLoaderArgs) => {
  requirePaymentDocument(args)
  return args.serverLoader()
}

export default function PaymentMethods({ loaderData }: Route.ComponentProps) {
  const { workspace, methods, can_change, billed, is_rehearsal } = loaderData
  return (
    <article className={css.page}>
      <h1>Payment methods</h1>
      <p className={css.lead}>
        What {workspace.name} pays with. Our payment provider stores the details; we only see what is shown here.
      </p>
      {methods ? (
        // Switching workspaces resets the state.
        <Methods
          key={workspace.id}
          methods={methods}
          canChange={can_change}
          billed={billed}
          is_rehearsal={is_rehearsal}
        />
      ) : (
        <Banner>{PURCHASING_REFUSAL}</Banner>
      )}
    </article>
  )
}

type MethodsProps = {
  methods: PaymentMethod[]
  canChange: boolean
  billed: BillingInformation | null
  is_rehearsal: boolean
}

const Methods = ({ methods, canChange, billed, is_rehearsal }: MethodsProps) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [isAdding, setAdding] = useState(false)
  const [methodToDelete, setMethodToDelete] = useState<PaymentMethod>()
  const handleAdded = async () => {
    await revalidate()
    setAdding(false)
    toast('The payment method has been saved.', { kind: 'success' })
  }
  const addButton = (
    <Button kind="primary" size="lg" onClick={() => setAdding(true)}>
      Add a payment method
    </Button>
  )
  return (
    <>
      {methods.length > 0 && (
        <ul className={css.list} aria-label="Saved payment methods">
          {methods.map(method => (
            <MethodRow
              key={method.id}
              method={method}
              canChange={canChange}
              onDelete={() => setMethodToDelete(method)}
              onChanged={revalidate}
            />
          ))}
        </ul>
      )}
      {!canChange && (
        <p className={css.note}>Owners and admins of this workspace add and delete its payment methods.</p>
      )}
      {methods.length === 0 && !isAdding && (
        <EmptyState icon={CreditCard} title="No payment methods yet" action={canChange && addButton}>
          {ownerOf(billed).is_us ? 'A card, a PayPal account or a US bank account' : 'A card or a PayPal account'}, for
          everyone in this workspace who buys.
        </EmptyState>
      )}
      {methods.length > 0 && canChange && !isAdding && addButton}
      {isAdding && (
        <Suspense fallback={null}>
          <AddMethod
            {...ownerOf(billed)}
            is_rehearsal={is_rehearsal}
            onAdded={handleAdded}
            onCancel={() => setAdding(false)}
          />
        </Suspense>
      )}
      {methodToDelete && (
        <Suspense fallback={null}>
          <DeleteMethod method={methodToDelete} onClose={() => setMethodToDelete(undefined)} onChanged={revalidate} />
        </Suspense>
      )}
    </>
  )
}
