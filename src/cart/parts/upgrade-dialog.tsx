/** Choosing the wider license: the price of any license as always, less what was paid for the one that is held. */
import { useNavigate } from 'react-router'

import { tidyChoice, type ChoiceWithFormat } from '#licensing/choice.ts'
import { getLicenseSchema } from '#licensing/contract.ts'
import { useOf } from '#licensing/held.ts'
import { priceOf } from '#licensing/price.ts'
import { SelectLicenseDialog } from '#licensing/select-license-dialog.tsx'
import { quoted_distribution } from '#licensing/terms.ts'
import { upgradeRefusal } from '#licensing/upgrade.ts'
import { formatCents } from '#platform/money.ts'
import { useCall } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Spinner } from '#ui/spinner.tsx'

import { getUpgradable, type Upgradable } from '../upgrades-contract.ts'
import { useAddUpgrade } from './use-add-upgrade.ts'

import css from './upgrade-dialog.module.css'

type Props = { open: boolean; onClose: () => void; license_id: number }

const title = 'Upgrade license'
const what_to_add = 'Choose what to add: more distributions, a larger client or a better file.'

export const UpgradeDialog = ({ open, onClose, license_id }: Props) => {
  const input = { params: { id: String(license_id) } }
  const { data: reply, error, refetch } = useCall(getUpgradable, input, { enabled: open })
  const held = reply?.data
  if (held && held.refusal === null) return <Choosing open={open} onClose={onClose} held={held} />
  return (
    <Dialog open={open} onClose={onClose} title={title} description={held?.clip.name}>
      {held ? (
        <Banner>{held.refusal}</Banner>
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

const Choosing = ({ open, onClose, held }: Omit<Props, 'license_id'> & { held: Upgradable }) => {
  const navigate = useNavigate()
  const add = useAddUpgrade()
  const prices = useCall(getLicenseSchema, {}).data?.data.prices
  const { license_id, clip, credit, order, sentence, org_type, end_client_size, format_id } = held
  const distribution_ids = held.distribution_ids.filter(id => id !== quoted_distribution)
  const initial = { org_type, end_client_size, distribution_ids, format_id }
  const from = { use: held, credit_cents: credit.unformatted }
  const priceIn = (choice: ChoiceWithFormat) =>
    prices ? priceOf({ choice, tier: clip.tier, format_id: choice.format_id }, prices).cents : undefined
  const refuses = (choice: ChoiceWithFormat) => {
    if (isSame(choice, initial)) return what_to_add
    const price_cents = priceIn(choice)
    return price_cents === undefined ? null : upgradeRefusal(from, { use: useOf(choice), price_cents })
  }
  return (
    <SelectLicenseDialog
      open={open}
      onClose={onClose}
      title={title}
      clip={{ ...clip, clip_ids: [held.clip_id] }}
      initial={initial}
      paid={{ label: 'The license you hold', cents: credit.unformatted }}
      refuses={refuses}
      confirm="Add to cart"
      busy={add.isPending && 'Adding…'}
      onConfirm={choice =>
        add.mutate(
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
  a.format_id === b.format_id && JSON.stringify(tidyChoice(a)) === JSON.stringify(tidyChoice(b))
