import type { PageSummary, PageVersion } from '../contract.ts'

export const pageStateLabels: Readonly<Record<PageSummary['state'], { label: string; tone?: 'good' | 'bad' }>> = {
  default: { label: 'Default text' },
  published: { label: 'Published', tone: 'good' },
  unpublished: { label: 'Draft' },
  taken_down: { label: 'Taken down', tone: 'bad' },
}

export const versionStateLabels: Readonly<Record<PageVersion['state'], { label: string; tone?: 'good' }>> = {
  scheduled: { label: 'Scheduled' },
  current: { label: 'In effect', tone: 'good' },
  past: { label: 'Past' },
  withdrawn: { label: 'Withdrawn' },
}
