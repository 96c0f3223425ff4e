/** What the browser itself can tell of a file before it is cropped and sent; the host looks closer. */

import { most_bytes } from '#platform/images/sizes.ts'

export type AvatarProblem = { title: string; detail?: string }

const kinds = ['image/jpeg', 'image/png', 'image/gif']

export const unusable: Record<'kind' | 'empty' | 'large' | 'broken' | 'small', AvatarProblem> = {
  kind: { title: 'This file is not an image we can use', detail: 'Select a JPEG, PNG or GIF.' },
  empty: { title: 'This image is empty', detail: 'Select another one.' },
  large: { title: 'This image is too large', detail: 'Select an image that is 25 MB or less.' },
  broken: { title: 'This image is damaged or not complete', detail: 'Select another one.' },
  small: { title: 'This image is too small', detail: 'Select an image of at least 64 × 64 pixels.' },
}

export const problemOf = ({ type, size }: Pick<File, 'type' | 'size'>): AvatarProblem | undefined => {
  if (!kinds.includes(type)) return unusable.kind
  if (size < 1) return unusable.empty
  return size > most_bytes ? unusable.large : undefined
}
