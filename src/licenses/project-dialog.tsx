import type { OrderDetail } from '#orders/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

import type { OrderClip } from './contract.ts'
import { ProjectForm, useProjectForm } from './project-form.tsx'

type ProjectDialogProps = {
  order: OrderDetail
  /** Some clips of the order, or null for all of them. */
  clips: readonly OrderClip[] | null
  open: boolean
  onClose: () => void
  onAssigned?: () => void
}

/** The "Assign to a project" dialog for an order or some of its clips. */
export const ProjectDialog = ({ order, clips, open, onClose, onAssigned }: ProjectDialogProps) => {
  const project = useProjectForm({
    order,
    clips,
    onAssigned: () => {
      onAssigned?.()
      onClose()
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      persistent
      title="Assign to a project"
      description={`${describeClips(clips, order)} Tell us what the footage is for. You can correct it until 24 hours after the first download.`}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="project-details"
            kind="primary"
            size="lg"
            busy={project.form.formState.isSubmitting && 'Assigning…'}
          >
            Assign
          </Button>
        </>
      }
    >
      <ProjectForm id="project-details" {...project} />
    </Dialog>
  )
}

const describeClips = (clips: ProjectDialogProps['clips'], { clips_count }: OrderDetail) => {
  if (clips?.length === 1) return `“${clips[0]?.name}” alone.`
  if (clips) return `${clips.length} clips of this order.`
  return clips_count === 1 ? 'The clip of this order.' : `All ${clips_count} clips of this order.`
}
