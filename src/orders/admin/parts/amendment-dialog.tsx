/** A dialog to amend the project that some of an order's clips are licensed for. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { PROJECT_FIELDS, ProjectFields } from '../../project-fields.tsx'
import { AmendmentForm, amendStaffOrderProject } from '../contract.ts'
import type { StaffOrder } from '../order-contract.ts'

import css from './refund-dialog.module.css'

type AmendmentDialogProps = { order: StaffOrder; onClose: () => void; onChanged: () => Promise<void> }

export const AmendmentDialog = ({ order, onClose, onChanged }: AmendmentDialogProps) => {
  const toast = useToast()
  const lines = order.lines.filter(({ project_id, refunded }) => project_id !== null && !refunded)
  const [selectedIds, setSelectedIds] = useState<readonly number[]>(() => lines.map(({ id }) => id))
  const project = order.projects.find(({ id }) => id === lines[0]?.project_id)
  const form = useForm({
    resolver: schemaResolver(AmendmentForm),
    defaultValues: {
      client_name: project?.client_name ?? '',
      project_name: project?.project_name ?? '',
      project_description: project?.project_description ?? '',
      start_date: project?.start_date ?? '',
      po_number: project?.po_number ?? '',
      reason: '',
    },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async body => {
    try {
      const params = { id: String(order.id) }
      await call(amendStaffOrderProject, { params, body: { ...body, order_item_ids: [...selectedIds] } })
      await onChanged()
      toast('The project is amended.', { kind: 'success' })
      onClose()
    } catch (error) {
      showRefusal(error, form, [...PROJECT_FIELDS, 'reason'])
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      size="lg"
      title="Amend project"
      description="The license agreement names the amendment with its number and day, and what it replaces. Another client needs a license of its own."
      footer={
        <>
          <Button kind="quiet" size="lg" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form="amendment"
            kind="primary"
            size="lg"
            disabled={selectedIds.length === 0}
            busy={isSubmitting && 'Amending…'}
          >
            Amend project
          </Button>
        </>
      }
    >
      <form id="amendment" method="post" noValidate onSubmit={submit} className={css.form}>
        <fieldset className={css.lines} disabled={isSubmitting}>
          <legend className="visually-hidden">Clips to amend</legend>
          {lines.map(line => (
            <Checkbox
              key={line.id}
              checked={selectedIds.includes(line.id)}
              onChange={({ currentTarget: { checked } }) =>
                setSelectedIds(ids => (checked ? [...ids, line.id] : ids.filter(id => id !== line.id)))
              }
            >
              {line.clip_id} {line.name}: {line.project}
            </Checkbox>
          ))}
        </fieldset>
        <ProjectFields register={form.register} errors={errors} />
        <TextArea
          label="Reason"
          hint="The ticket’s reference, and why. Only staff can see it."
          {...form.register('reason')}
          error={errors.reason?.message}
        />
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
      </form>
    </Dialog>
  )
}
