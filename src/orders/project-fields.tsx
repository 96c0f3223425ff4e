import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'

import { TextArea, TextField } from '#ui/text-field.tsx'

export const PROJECT_FIELDS = ['client_name', 'project_name', 'project_description', 'start_date', 'po_number'] as const
type ProjectFieldName = (typeof PROJECT_FIELDS)[number]

type ProjectFieldsProps = {
  register: (name: ProjectFieldName) => UseFormRegisterReturn
  errors: FieldErrors<Record<ProjectFieldName, string>>
  /** The class of the description, which needs more space than the others. */
  wideClassName?: string | undefined
}

/** The fields of the project that clips are licensed for. */
export const ProjectFields = ({ register, errors, wideClassName }: ProjectFieldsProps) => (
  <>
    <TextField label="Client name" {...register('client_name')} error={errors.client_name?.message} />
    <TextField label="Project name" {...register('project_name')} error={errors.project_name?.message} />
    <TextArea
      label="Project description"
      className={wideClassName}
      {...register('project_description')}
      error={errors.project_description?.message}
    />
    <TextField label="Start date" type="date" {...register('start_date')} error={errors.start_date?.message} />
    <TextField label="PO number" optional {...register('po_number')} error={errors.po_number?.message} />
  </>
)
