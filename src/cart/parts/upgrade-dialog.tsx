/** The dialog for upgrading a license: the price of the new license, less the price of the existing one. */
import { useNavigate } from 'react-router'

import { normalizeChoice, type ChoiceWithFormat } from '#licensing/choice.ts'
import { getLicenseSchema } from '#licensing/contract.ts'
import { toLicenseUse } from '#licensing/license-use.ts'
import { priceOf } from '#licensing/price.ts'
import { BUYOUT_DISTRIBUTION_ID } from '#licensing/terms.ts'
import { upgradeRefusal } from '#licensing/upgrade.ts'
import { trackEvent } from '#platform/analytics/data-layer.ts'
import { call } from '#platform/http/call.ts'
import { useCall } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { formatCents } from '#platform/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'

import { LicenseDialog } from '../license-dialog.tsx'
import { getUpgradable, type Upgradable, addUpgrade } from '../upgrades-contract.ts'
import { useCartChange } from '../use-cart-changes.ts'

import css from './upgrade-dialog.module.css'

type AddUpgradeInput = { license_id: number; choice: ChoiceWithFormat }

/** Adds a wider license to the cart that replaces an existing one. */
const useAddUpgrade = () =>
  useCartChange(async ({ license_id, choice }: AddUpgradeInput) => {
    const reply = await call(addUpgrade, { body: { ...choice, license_id } })
    const item = reply.data.cart_items.data.find(cartItem => cartItem.upgrade?.license_id === license_id)
    const { format_id, distribution_ids } = choice
    trackEvent('add_to_cart', { clip_ids: item ? [item.clip_id] : [], format_id, distribution_ids })
    return reply
  })

type UpgradeDialogProps = { open: boolean; onClose: () => void; license_id: number }

const TITLE = 'Upgrade license'
const NO_CHANGE_TEXT = 'Choose what to add: more distributions, a larger client or a better file.'

export const UpgradeDialog = ({ open, onClose, license_id }: UpgradeDialogProps) => {
  const input = { params: { id: String(license_id) } }
  const { data: reply, error, refetch } = useCall(getUpgradable, input, { enabled: open })
  const license = reply?.data
  if (license && license.refusal === null) return <ChooseUpgrade open={open} onClose={onClose} license={license} />
  return (
    <Dialog open={open} onClose={onClose} title={TITLE} description={license?.clip.name}>
      {license ? (
        <Banner>{license.refusal}</Banner>
      ) : error ? (
        <Banner
          kind="danger"
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {error instanceof Refusal && error.status < 500 ? error.message : 'The license could not be loaded.'}
        </Banner>
      ) : (
        <Spinner label="Loading the license" />
      )}
    </Dialog>
  )
}

const ChooseUpgrade = ({
  open,
  onClose,
  license,
}: Omit<UpgradeDialogProps, 'license_id'> & { license: Upgradable }) => {
  const navigate = useNavigate()
  const addUpgrade = useAddUpgrade()
  const prices = useCall(getLicenseSchema, {}).data?.data.prices
  const { license_id, clip, credit, order, sentence, org_type, end_client_size, format_id } = license
  const distribution_ids = license.distribution_ids.filter(id => id !== BUYOUT_DISTRIBUTION_ID)
  const initial = { org_type, end_client_size, distribution_ids, format_id }
  const from = { use: license, credit_cents: credit.unformatted }
  const priceOfChoice = (choice: ChoiceWithFormat) =>
    prices ? priceOf({ choice, tier: clip.tier, format_id: choice.format_id }, prices).cents : undefined
  const getRefusal = (choice: ChoiceWithFormat) => {
    if (isSame(choice, initial)) return NO_CHANGE_TEXT
    const price_cents = priceOfChoice(choice)
    return price_cents === undefined ? null : upgradeRefusal(from, { use: toLicenseUse(choice), price_cents })
  }
  return (
    <LicenseDialog
      open={open}
      onClose={onClose}
      title={TITLE}
      clip={{ ...clip, clip_ids: [license.clip_id] }}
      initial={initial}
      paid={{ label: 'The license you hold', cents: credit.unformatted }}
      getRefusal={getRefusal}
      confirm="Add to cart"
      busy={addUpgrade.isPending && 'Adding…'}
      onConfirm={choice =>
        addUpgrade.mutate(
          { license_id, choice },
          {
            onSuccess: () => {
              onClose()
              void navigate('/cart')
            },
          },
        )
      }
      offer={() => (
        <p className={css.held}>
          Your license of order {order} is for {sentence}. The {formatCents(credit.unformatted)} that it cost comes off
          the price, and the wider license takes its place.
        </p>
      )}
    />
  )
}

const isSame = (a: ChoiceWithFormat, b: ChoiceWithFormat) =>
  a.format_id === b.format_id && JSON.stringify(normalizeChoice(a)) === JSON.stringify(normalizeChoice(b))
