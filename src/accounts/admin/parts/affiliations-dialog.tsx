/** A dialog to change a person's affiliations with the company. Load it lazily. */
import { useForm, useWatch } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { affiliationLabels, affiliations, type Affiliation } from '../../affiliations.ts'
import { formatPersonName } from '../../person-name.ts'
import { AffiliationsBody, changeAffiliations, getPerson, type StaffPerson } from '../contract.ts'

import css from './roles-dialog.module.css'

type AffiliationsDialogProps = { person: StaffPerson; onClose: () => void; onChanged: () => Promise<void> }

const menuLinkOf = (affiliation: Affiliation) => (affiliation === 'ambassador' ? 'Affiliates' : 'Selling Dashboard')

export const AffiliationsDialog = ({ person, onClose, onChanged }: AffiliationsDialogProps) => {
  const toast = useToast()
  const form = useForm({
    resolver: schemaResolver(AffiliationsBody),
    defaultValues: { affiliations: person.affiliations, seen: person.affiliations, reason: '' },
  })
  const { errors, isSubmitting } = form.formState
  const selected = useWatch({ control: form.control, name: 'affiliations' })
  const name = formatPersonName(person)
  const params = { id: String(person.id) }
  const toggle = (affiliation: Affiliation) =>
    form.setValue(
      'affiliations',
      selected.includes(affiliation) ? selected.filter(item => item !== affiliation) : [...selected, affiliation],
    )

  const save = form.handleSubmit(async body => {
    try {
      await call(changeAffiliations, { params, body })
    } catch (error) {
      showRefusal(error, form, ['reason'])
      if (!(error instanceof Refusal) || error.status !== 409) return
      // A colleague may have changed the affiliations: show the current ones and keep what the user typed.
      const { data } = await call(getPerson, { params })
      form.setValue('affiliations', data.affiliations)
      form.setValue('seen', data.affiliations)
      await onChanged()
      return
    }
    await onChanged()
    toast(`Affiliations of ${name} saved.`, { kind: 'success' })
    onClose()
  })

  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="sm"
      title="Affiliations"
      description={`How ${name} is affiliated with the company. Affiliations add links to their menu and give no other access.`}
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
              checked={selected.includes(affiliation)}
              onChange={() => toggle(affiliation)}
              hint={`Shows ${menuLinkOf(affiliation)} in the menu.`}
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
