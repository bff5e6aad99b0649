import { handleResetLink } from "@/lib/auth/reset/terminal";

export { handleResetLink as POST };
