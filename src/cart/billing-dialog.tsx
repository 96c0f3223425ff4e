/** The "Edit billing" dialog for a buyer at checkout. Load it lazily; it includes the whole form. */
import { useCall } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { getAbilities, listCountries, listWorkspaceUsers } from '#workspaces/contract.ts'

import { initialBillingValues, contactOptions } from './billing.ts'
import type { CartBilling } from './contract.ts'
import { BILLING_FORM_ID, BillingForm } from './parts/billing-form.tsx'
import { useBilling } from './parts/use-billing.ts'

type BillingDialogProps = {
  billing: CartBilling
  open: boolean
  onClose: () => void
  /** Called when the closing animation has ended. Unmount the dialog then, so that it opens fresh. */
  onClosed: () => void
}

/** Saves the billing information to the cart. Open views of the cart show the new tax and total at once. */
export const BillingDialog = ({ billing, open, onClose, onClosed }: BillingDialogProps) => {
  const users = useCall(listWorkspaceUsers, {})
  const countries = useCall(listCountries, {})
  const abilities = useCall(getAbilities, {})
  const isLoaded = users.data && countries.data && abilities.data
  const form = useBilling(
    initialBillingValues(billing, null, { user_id: null, country_id: null }),
    countries.data?.data ?? [],
    onClose,
  )
  const { errors, isSubmitting } = form.form.formState
  const errorText = errors.root?.message ?? [users, countries, abilities].find(({ error }) => error)?.error?.message
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Edit billing"
      persistent
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={BILLING_FORM_ID}
            kind="primary"
            size="lg"
            disabled={!isLoaded}
            busy={isSubmitting && 'Saving…'}
          >
            Save
          </Button>
        </>
      }
    >
      {errorText && <Banner kind="danger">{errorText}</Banner>}
      {isLoaded ? (
        <BillingForm
          {...form}
          users={contactOptions(users.data.data, billing)}
          countries={countries.data.data}
          canChangeWorkspace={abilities.data.data.can_change_billing_settings}
        />
      ) : (
        <SkeletonText lines={14} />
      )}
    </Dialog>
  )
}
