/** "Edit billing" in a window, for a buyer who is about to pay. Load it lazily; it brings the whole form. */
import { useCall } from '#platform/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { getAbilities, listCountries, listWorkspaceUsers } from '#workspaces/contract.ts'

import { beginningOf, contactsOf } from './billing.ts'
import type { CartBilling } from './contract.ts'
import { billing_form_id, BillingForm } from './parts/billing-form.tsx'
import { useBilling } from './parts/use-billing.ts'

type BillingDialogProps = {
  billing: CartBilling
  open: boolean
  onClose: () => void
  /** Its motion has ended: the time to take it out, so that it begins anew. */
  onClosed: () => void
}

/** Saves to the cart; whoever shows the cart sees its new tax and total at once. */
export const BillingDialog = ({ billing, open, onClose, onClosed }: BillingDialogProps) => {
  const users = useCall(listWorkspaceUsers, {})
  const countries = useCall(listCountries, {})
  const abilities = useCall(getAbilities, {})
  const isKnown = users.data && countries.data && abilities.data
  const form = useBilling(
    beginningOf(billing, null, { user_id: null, country_id: null }),
    countries.data?.data ?? [],
    onClose,
  )
  const { errors, isSubmitting } = form.form.formState
  const refusal = errors.root?.message ?? [users, countries, abilities].find(({ error }) => error)?.error?.message
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Edit billing"
      keep
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={billing_form_id}
            kind="primary"
            size="lg"
            disabled={!isKnown}
            busy={isSubmitting && 'Saving…'}
          >
            Save
          </Button>
        </>
      }
    >
      {refusal && <Banner kind="danger">{refusal}</Banner>}
      {isKnown ? (
        <BillingForm
          {...form}
          users={contactsOf(users.data.data, billing)}
          countries={countries.data.data}
          canChangeWorkspace={abilities.data.data.can_change_billing_settings}
        />
      ) : (
        <SkeletonText lines={14} />
      )}
    </Dialog>
  )
}
