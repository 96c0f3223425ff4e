/** The form that assigns an order, or some of its clips, to a project. */
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'

import { getOrder, ProjectDetails, putProjectDetails, type OrderDetail } from '#orders/contract.ts'
import { PROJECT_FIELDS, ProjectFields } from '#orders/project-fields.tsx'
import { call } from '#platform/http/call.ts'
import { schemaResolver, showRefusal } from '#platform/http/form.ts'
import { callKey, setCallData } from '#platform/http/query.ts'
import { Banner } from '#ui/banner.tsx'
import { useToast } from '#ui/toast.tsx'

import { listOrderClips, type OrderClip } from './contract.ts'

import css from './project-form.module.css'

type ProjectFormInput = {
  order: OrderDetail
  /** Some clips of the order, or null for all of them. */
  clips: readonly OrderClip[] | null
  /** Initial values of a first project. */
  defaults?: { client_name: string; start_date: string }
  onAssigned: () => void
}

/** It starts with the project of the clips, else with the order's last one. */
export const useProjectForm = ({ order, clips, defaults, onAssigned }: ProjectFormInput) => {
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
      ...defaults,
    },
  })
  const submit = form.handleSubmit(async details => {
    try {
      const body = { ...details, ...(clips && { order_item_ids: clips.flatMap(clip => clip.order_item_ids) }) }
      const reply = await call(putProjectDetails, { params, body })
      setCallData(client, getOrder, { params }, reply)
      await client.invalidateQueries({ queryKey: callKey(listOrderClips, { params, query: {} }).slice(0, 1) })
      toast(`Assigned to ${details.project_name}`, { kind: 'success' })
      onAssigned()
    } catch (error) {
      showRefusal(error, form, PROJECT_FIELDS)
    }
  })
  return { form, submit }
}

/** `id`: for a submit button outside the form. */
export const ProjectForm = ({ id, form, submit }: ReturnType<typeof useProjectForm> & { id: string }) => {
  const { errors } = form.formState
  return (
    <form id={id} className={css.form} noValidate onSubmit={submit}>
      <ProjectFields register={form.register} errors={errors} wideClassName={css.wide} />
      {errors.root && (
        <Banner kind="danger" className={css.wide}>
          {errors.root.message}
        </Banner>
      )}
    </form>
  )
}
