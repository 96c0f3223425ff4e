/** The cart's licenses, with the dialogs for editing and removing them. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { clipPath } from '#catalog/paths.ts'
import type { ChoiceWithFormat } from '#licensing/choice.ts'
import { RateOffer } from '#rates/rate-offer.tsx'
import { useAreRatesOffered, useOfferedRates } from '#rates/use-rates.ts'
import { Checkbox } from '#ui/checkbox.tsx'

import type { Cart, CartItem } from '../contract.ts'
import { toChoice, useChangeItem, useChangeItems, useMoveToRate, useRemoveItems } from '../use-item-changes.ts'
import { listEditableItems } from './change-items.ts'
import { LicenseBlock } from './license-block.tsx'

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(module => ({ default: module.ConfirmDialog })))
const LicenseDialog = lazy(() => import('../license-dialog.tsx').then(module => ({ default: module.LicenseDialog })))

/** The items whose license is being edited, and their current license. */
type LicenseEdit = { items: CartItem[]; group: Cart['licenses'][number] }

type RemovalPrompt = { title: string; text?: string; confirm: string; item_ids: number[] }

export const CartList = ({ cart }: { cart: Cart }) => {
  const remove = useRemoveItems()
  const change = useChangeItem()
  const changeSeveral = useChangeItems()
  const move = useMoveToRate()
  const rates = useOfferedRates()
  const areRatesOffered = useAreRatesOffered()
  const navigate = useNavigate()
  // The last prompt stays while its dialog closes.
  const [prompt, setPrompt] = useState<RemovalPrompt>()
  const [isPromptOpen, setPromptOpen] = useState(false)
  const [edited, setEdited] = useState<LicenseEdit>()
  const [isEditing, setEditing] = useState(false)
  const [isForAll, setForAll] = useState(false)
  const editableItems = listEditableItems(cart)

  const edit = (target: LicenseEdit) => {
    setEdited(target)
    setForAll(false)
    setEditing(true)
  }

  const confirmRemoval = (newPrompt: RemovalPrompt) => {
    setPrompt(newPrompt)
    setPromptOpen(true)
  }

  return (
    <>
      {cart.licenses.map((group, index) => (
        <LicenseBlock
          key={group.id}
          number={index + 1}
          group={group}
          onEdit={item => {
            // With rates to choose from, there is too much content for a bottom sheet on a phone.
            if (areRatesOffered && matchMedia('(width < 834px)').matches) {
              void navigate(`${clipPath(item.clip)}?cart_item=${item.id}`)
              return
            }
            edit({ items: [item], group })
          }}
          onEditAll={
            group.items.length > 1 && group.items.every(item => editableItems.includes(item))
              ? () => edit({ items: group.items, group })
              : undefined
          }
          onRemove={item =>
            confirmRemoval({ title: 'Remove this clip?', text: item.clip.name, confirm: 'Remove', item_ids: [item.id] })
          }
          onRemoveAll={() =>
            confirmRemoval({
              title: 'Remove this license?',
              text: 'All the clips attached this license will also be removed from your cart.',
              confirm: 'Remove',
              item_ids: group.items.map(item => item.id),
            })
          }
        />
      ))}
      <Suspense>
        {prompt && (
          <ConfirmDialog
            open={isPromptOpen}
            title={prompt.title}
            confirm={prompt.confirm}
            danger
            onCancel={() => setPromptOpen(false)}
            onConfirm={() => {
              setPromptOpen(false)
              remove(prompt.item_ids)
            }}
          >
            {prompt.text}
          </ConfirmDialog>
        )}
        {edited && (
          <EditLicense
            edited={edited}
            open={isEditing}
            onClose={() => setEditing(false)}
            items={isForAll ? editableItems : edited.items}
            busy={(change.isPending || changeSeveral.isPending) && 'Saving…'}
            offer={format_id => {
              const [item, ...others] = edited.items
              return (
                item &&
                others.length === 0 && (
                  <RateOffer
                    rates={rates}
                    releases={item.clip.releases}
                    used={new Set(edited.group.preferred_rate ? [edited.group.preferred_rate.id] : [])}
                    busy={move.isPending && 'Saving…'}
                    onUse={rate =>
                      move.mutateAsync({ item_id: item.id, rate_id: rate.id, format_id }).then(() => setEditing(false))
                    }
                  />
                )
              )
            }}
            note={
              editableItems.length > edited.items.length &&
              edited.items.every(item => editableItems.some(({ id }) => id === item.id)) && (
                <Checkbox checked={isForAll} onChange={event => setForAll(event.target.checked)}>
                  Use this license for all {editableItems.length} clips
                </Checkbox>
              )
            }
            onConfirm={(items, choice) => {
              const [item, ...others] = items
              const onSuccess = () => setEditing(false)
              if (item && others.length === 0) change.mutate({ item_id: item.id, choice }, { onSuccess })
              else changeSeveral.mutate({ items, choice }, { onSuccess })
            }}
          />
        )}
      </Suspense>
    </>
  )
}

type EditLicenseProps = {
  edited: LicenseEdit
  open: boolean
  onClose: () => void
  /** The items that the new license applies to. */
  items: readonly CartItem[]
  busy: string | false
  offer: (format_id: number) => ReactNode
  note: ReactNode
  onConfirm: (items: readonly CartItem[], choice: ChoiceWithFormat) => void
}

/** The license dialog for one item, or for several with their prices added up. */
const EditLicense = ({ edited, items, note, onConfirm, ...dialogProps }: EditLicenseProps) => {
  const [first] = edited.items
  if (!first) return null
  const clips = items.map(({ clip }) => clip)
  const isSingle = items.length === 1
  return (
    <LicenseDialog
      {...dialogProps}
      clip={
        isSingle
          ? { ...first.clip, clip_ids: [first.clip_id] }
          : {
              name: `${items.length} clips, each under this license`,
              tier: 'standard',
              format_ids: [...new Set(clips.flatMap(({ format_ids }) => format_ids))],
              clip_ids: items.map(({ clip_id }) => clip_id),
              releases: clips.flatMap(({ releases }) => releases),
            }
      }
      {...(!isSingle && { clips })}
      initial={toChoice(edited.group, first.format.id)}
      confirm="Save"
      note={() => note}
      onConfirm={choice => onConfirm(items, choice)}
    />
  )
}
