/** Renames in queries of pages what releases before 0.9.0 called otherwise, because mailed links and bookmarks have it. */
export const renameQuery = (url: string): string =>
  url
    .replace(/([?&]paymentStatus=)part_paid\b/, '$1instalment_paid')
    .replace(/([?&]attention=)overduePart\b/, '$1overdueInstalment')
    .replace(/([?&]event=)order\.part_paid\b/, '$1order.instalment_paid')
    // Of the checkout's page.
    .replace(/([?&])part=/, '$1instalment=')
