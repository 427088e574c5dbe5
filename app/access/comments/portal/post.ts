import { redirect, type RouterContextProvider } from "react-router";
import { conversant, itemToTalkAbout } from "#visibility/store/conversations.server.ts";
import { findItemBySlug } from "#visibility/store/slugs.server.ts";
import { commentSchema } from "../forms/comments.ts";
import { postComment } from "../post-message.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, type FormAnswer, notFound } from "#web/forms/form.ts";
import { itemAddress, loginQuery, portalRequest, productAddress } from "#web/portal/scope.ts";

/**
 * A member's message about the item at whose address the form was posted; it leads back to the
 * conversation.
 */
export async function postByForm({
  context,
  params,
  request,
}: {
  context: Readonly<RouterContextProvider>;
  params: { product?: string; slug?: string };
  request: Request;
}): Promise<Response | FormAnswer> {
  const portal = await portalRequest(context, request, params);
  const { org, product, scope, viewer } = portal;
  const target = await findItemBySlug(scope, params.slug ?? "");
  const { searchParams } = new URL(request.url);
  // The session ended while the message was being written.
  if (viewer.mode === "public" && target.found === "item")
    throw redirect(
      `${productAddress(context, org, product)}?${loginQuery(searchParams, target.uid)}`,
      { status: 303 },
    );
  const member = conversant(scope);
  const item =
    member === null || target.found !== "item" ? null : await itemToTalkAbout(scope, target.uid);
  if (member === null || item === null) throw notFound();
  return formAction({ context, request }, commentSchema, async (submitted) => {
    await postComment(context, org, member.member, {
      thread: { accountId: member.account.id, productId: product.id, itemUid: item.uid },
      item,
      content: submitted.value.content,
    });
    const accountId = searchParams.get("accountId");
    const query = accountId === null ? "" : `?${new URLSearchParams({ accountId })}`;
    return redirectWithFlash(
      context,
      `${itemAddress(context, portal, item.slug)}${query}#conversation-${item.slug}`,
      "Your message was sent.",
    );
  });
}
