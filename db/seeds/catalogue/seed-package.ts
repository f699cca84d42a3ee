export interface SeedQuestion {
  question: string
  questionType: 'text' | 'textarea'
  required: boolean
}

export interface SeedReview {
  customerName: string
  customerRole: string
  customerCompany: string
  rating: 1 | 2 | 3 | 4 | 5
  comment: string
  daysAgo: number
}

export interface SeedPackage {
  slug: string
  name: string
  /** One of migration 0035. */
  category: string
  /** One sentence, shown on the card. */
  description: string
  /** Paragraphs, parted by blank lines. */
  longDescription: string
  priceCents: number
  /** Business days. */
  deliveryDays: number
  imageUrl: string
  features: string[]
  whatYouGet: string[]
  whatYouDontGet: string[]
  questions: SeedQuestion[]
  reviews: SeedReview[]
}

/** Unwraps text that is broken into lines for reading: lines become one paragraph, a blank line parts two. */
export function prose(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return paragraphs.map((paragraph) => paragraph.replace(/\s+/g, ' ').trim()).join('\n\n')
}
