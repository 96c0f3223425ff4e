import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'

import { getOrder, ProjectDetails, putProjectDetails, type OrderDetail } from '#orders/contract.ts'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callKey, setCallData } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'

import { listOrderClips, type OrderClip } from './contract.ts'

import css from './project-dialog.module.css'

type ProjectDialogProps = {
  order: OrderDetail
  /** Some clips of the order, or null for all of them. */
  clips: readonly OrderClip[] | null
  /** Shown above the form after a purchase. */
  thanks?: ReactNode
  open: boolean
  onClose: () => void
  onAssigned?: () => void
}

const fields = ['client_name', 'project_name', 'project_description', 'start_date', 'po_number'] as const

/** The "Assign to a project" form for an order or some of its clips. It starts with their project, else the order's last one. */
export const ProjectDialog = ({ order, clips, thanks, open, onClose, onAssigned }: ProjectDialogProps) => {
  const client = useQueryClient()
  const toast = useToast()
  const params = { id: order.universal_invoice_number }
  const initialProject = order.projects.find(project => project.id === clips?.[0]?.project?.id) ?? order.projects.at(-1)
  const form = useForm({
    resolver: schemaResolver(ProjectDetails),
    defaultValues: initialProject ?? {
      client_name: '',
      project_name: '',
      project_description: '',
      start_date: '',
      po_number: '',
    },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async details => {
    try {
      const body = { ...details, ...(clips && { order_item_ids: clips.flatMap(clip => clip.order_item_ids) }) }
      const reply = await call(putProjectDetails, { params, body })
      setCallData(client, getOrder, { params }, reply)
      await client.invalidateQueries({ queryKey: callKey(listOrderClips, { params, query: {} }).slice(0, 1) })
      toast(`Assigned to ${details.project_name}`, { kind: 'success' })
      onAssigned?.()
      onClose()
    } catch (error) {
      showRefusal(error, form, fields)
    }
  })

  return (
    <Dialog
      open={open}
      onClose={onClose}
      persistent
      title="Assign to a project"
      description={`${describeClips(clips, order)} It says what you license the footage for; you can change it later.`}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="project-details" kind="primary" size="lg" busy={isSubmitting && 'Assigning…'}>
            Assign
          </Button>
        </>
      }
    >
      {thanks}
      <form id="project-details" className={css.form} noValidate onSubmit={submit}>
        <TextField label="Client name" {...form.register('client_name')} error={errors.client_name?.message} />
        <TextField label="Project name" {...form.register('project_name')} error={errors.project_name?.message} />
        <TextArea
          label="Project description"
          className={css.wide}
          {...form.register('project_description')}
          error={errors.project_description?.message}
        />
        <TextField label="Start date" type="date" {...form.register('start_date')} error={errors.start_date?.message} />
        <TextField label="PO number" optional {...form.register('po_number')} error={errors.po_number?.message} />
        {errors.root && (
          <Banner kind="danger" className={css.wide}>
            {errors.root.message}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}

const describeClips = (clips: ProjectDialogProps['clips'], { clips_count }: OrderDetail) => {
  if (clips?.length === 1) return `“${clips[0]?.name}” alone.`
  if (clips) return `${clips.length} clips of this order.`
  return clips_count === 1 ? 'The clip of this order.' : `All ${clips_count} clips of this order.`
}
