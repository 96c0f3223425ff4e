/** How somebody is affiliated with the company. Load it lazily. */
import { useForm, useWatch } from 'react-hook-form'

import { affiliationLabels, affiliations, type Affiliation } from '#accounts/affiliations.ts'
import { personName } from '#accounts/person-name.ts'
import { call } from '#platform/call.ts'
import { checkedBy, showRefusal } from '#platform/form.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { AffiliationsBody, changeAffiliations, getPerson, type PersonFacts } from '../contract.ts'

import css from './roles-dialog.module.css'

type Props = { person: PersonFacts; onClose: () => void; onChanged: () => Promise<void> }

const linkOf = (affiliation: Affiliation) => (affiliation === 'ambassador' ? 'Affiliates' : 'Selling Dashboard')

export const AffiliationsDialog = ({ person, onClose, onChanged }: Props) => {
  const toast = useToast()
  const form = useForm({
    resolver: checkedBy(AffiliationsBody),
    defaultValues: { affiliations: person.affiliations, seen: person.affiliations, reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const chosen = useWatch({ control: form.control, name: 'affiliations' })
  const name = personName(person)
  const params = { id: String(person.id) }
  const toggle = (affiliation: Affiliation) =>
    form.setValue(
      'affiliations',
      chosen.includes(affiliation) ? chosen.filter(one => one !== affiliation) : [...chosen, affiliation],
    )

  const save = form.handleSubmit(async body => {
    try {
      await call(changeAffiliations, { params, body })
    } catch (error) {
      showRefusal(error, form, ['reason'])
      if (!(error instanceof Refusal) || error.status !== 409) return
      // A colleague may have changed them meanwhile: show them as they are now, and keep what was typed.
      const { data } = await call(getPerson, { params })
      form.setValue('affiliations', data.affiliations)
      form.setValue('seen', data.affiliations)
      await onChanged()
      return
    }
    await onChanged()
    toast(`The affiliations of ${name} are changed.`, { kind: 'success' })
    onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      keep
      size="sm"
      title="Affiliations"
      description={`What ${name} is to the company. It opens links in their menu, and no other access.`}
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="affiliations" kind="primary" size="lg" busy={isSubmitting && 'Saving…'}>
            Save affiliations
          </Button>
        </>
      }
    >
      <form id="affiliations" method="post" noValidate onSubmit={save} className={css.form}>
        <fieldset className={css.roles}>
          <legend className="visually-hidden">Affiliations</legend>
          {affiliations.map(affiliation => (
            <Checkbox
              key={affiliation}
              checked={chosen.includes(affiliation)}
              onChange={() => toggle(affiliation)}
              hint={`Shows ${linkOf(affiliation)} in the menu.`}
            >
              {affiliationLabels[affiliation]}
            </Checkbox>
          ))}
        </fieldset>
        <TextArea
          label="Reason"
          hint="Who asked for it, and what for."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
